import { type PointerEvent, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { addPoint, drawnPath, type Point, type Stroke } from './drawing.ts'
import css from './SignaturePad.module.css'

/** A signature drawn with a finger, a pen or the mouse. The typed name is what counts, so it may stay empty. */
export function SignaturePad({ onChange }: { onChange: (path: string) => void }) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const drawing = useRef(false)
  const pad = useRef<SVGSVGElement>(null)

  function change(next: readonly Stroke[]) {
    setStrokes(next)
    onChange(drawnPath(next))
  }
  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const box = pad.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 600, 200)
    return { x: ((clientX - box.left) / box.width) * 600, y: ((clientY - box.top) / box.height) * 200 }
  }

  return (
    <div className={css.field}>
      <div className={css.head}>
        <span className={css.label}>
          Signature <span className={css.soft}>(optional: draw it here)</span>
        </span>
        <Button variant="quiet" disabled={strokes.length === 0} onClick={() => change([])}>
          Clear
        </Button>
      </div>
      <svg
        ref={pad}
        className={css.pad}
        viewBox="0 0 600 200"
        role="img"
        aria-label={strokes.length === 0 ? 'No signature drawn' : 'Drawn signature'}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drawing.current = true
          change([...strokes, [pointOf(event)]])
        }}
        onPointerMove={event => {
          if (drawing.current) change(addPoint(strokes, pointOf(event)))
        }}
        onPointerUp={() => {
          drawing.current = false
        }}
        onPointerCancel={() => {
          drawing.current = false
        }}
      >
        <line x1="30" x2="570" y1="160" y2="160" className={css.line} />
        <path d={drawnPath(strokes)} className={css.ink} />
      </svg>
    </div>
  )
}
