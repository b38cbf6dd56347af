import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { useMemo } from 'react'
import css from './Paying.module.css'

/** Modules of white around it: the standard asks for four, or some phones do not find it. */
const quiet = 4

/** Black on white in the dark theme too: phones read it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => {
    const code = generate(text)
    return { path: toSvgPath(code), size: code.size }
  }, [text])
  const side = size + 2 * quiet
  return (
    <svg
      className={css.qr}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect x={-quiet} y={-quiet} width={side} height={side} fill="white" />
      <path d={path} fill="black" fillRule="evenodd" />
    </svg>
  )
}
