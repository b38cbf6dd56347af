import { useId } from 'react'
import type { Series } from './section.ts'
import css from './series.module.css'

const dashes = ['', '7 4', '2 3', '10 3 2 3', '1 4'] as const
const classes = [css.s0, css.s1, css.s2, css.s3, css.s4]

/** How the n-th of the series looks: beyond the fifth it begins again, which a table says better anyway. */
export const seriesClass = (index: number) => classes[index % classes.length]
export const seriesDash = (index: number) => dashes[index % dashes.length]

/** A circle, square, triangle, diamond or ring around a point. */
export function Marker({ x, y, index, size = 3.5 }: { x: number; y: number; index: number; size?: number }) {
  const s = size
  const shape = index % classes.length
  if (shape === 0) return <circle cx={x} cy={y} r={s} fill="currentColor" />
  if (shape === 4) return <circle cx={x} cy={y} r={s} fill="var(--surface)" stroke="currentColor" strokeWidth={1.5} />
  const paths = [
    '',
    `M${x - s} ${y - s}h${2 * s}v${2 * s}h${-2 * s}z`,
    `M${x} ${y - s - 1}l${s + 1} ${2 * s}h${-2 * (s + 1)}z`,
    `M${x} ${y - s - 1}l${s + 1} ${s + 1}l${-s - 1} ${s + 1}l${-s - 1} ${-s - 1}z`,
  ]
  return <path d={paths[shape]} fill="currentColor" />
}

/** The hatching of bars, by the series' number; `id` begins the names under which they are found. */
export function Hatchings({ id }: { id: string }) {
  return (
    <defs>
      {classes.map((name, index) => (
        <pattern
          key={name}
          id={`${id}-${index}`}
          className={name}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform={index === 1 ? 'rotate(45)' : undefined}
        >
          <rect width="6" height="6" fill="currentColor" opacity={index === 0 ? 1 : 0.22} />
          {index === 1 && <rect width="2.5" height="6" fill="currentColor" />}
          {index === 2 && <circle cx="3" cy="3" r="1.7" fill="currentColor" />}
          {index === 3 && <rect width="6" height="2" fill="currentColor" />}
          {index === 4 && <path d="M0 0l6 6M6 0l-6 6" stroke="currentColor" strokeWidth="1" />}
        </pattern>
      ))}
    </defs>
  )
}

export const hatching = (id: string, index: number) => `url(#${id}-${index % classes.length})`

/** Which line or hatching is which. */
export function Legend({ series, isLine }: { series: readonly Series[]; isLine: boolean }) {
  const id = useId()
  return (
    <ul className={css.legend}>
      {series.map(({ key, title }, index) => (
        <li key={key}>
          <svg width="28" height="12" viewBox="0 0 28 12" className={seriesClass(index)} aria-hidden="true">
            {isLine ? (
              <>
                <path d="M0 6h28" stroke="currentColor" strokeWidth="2" strokeDasharray={seriesDash(index)} />
                <Marker x={14} y={6} index={index} />
              </>
            ) : (
              <>
                <Hatchings id={id} />
                <rect x="6" width="16" height="12" rx="2" fill={hatching(id, index)} stroke="currentColor" />
              </>
            )}
          </svg>
          {title}
        </li>
      ))}
    </ul>
  )
}
