import { cellWords } from '@honbu/contract/report-words.ts'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { namedTicks, ticksOf, unbroken } from './chart-scale.ts'
import type { Drawing } from './section.ts'
import { Hatchings, hatching, Legend, Marker, seriesClass, seriesDash } from './series.tsx'
import css from './TimeChart.module.css'
import { useWidth } from './use-width.ts'

interface Props {
  /** Read out: 'Month by month'. */
  title: string
  kind: 'line' | 'bar' | 'stack'
  drawing: Drawing
}

const [height, top, bottom] = [220, 12, 26]

/**
 * What goes along with time, as lines, as bars beside each other or on top of each other. The arrow keys walk along it and
 * read out each point; a table says the same.
 */
export function TimeChart({ title, kind, drawing }: Props) {
  const { unit, names, ticks, series } = drawing
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const width = useWidth(box)
  const [at, setAt] = useState<number | null>(null)
  const count = names.length
  const last = count - 1

  const scale = scaleOf(drawing, kind)
  const words = scale.map(value => cellWords(unit, value))
  const left = Math.max(...words.map(text => text.length)) * 7 + 10
  const right = kind === 'line' ? 14 : 4
  const slot = (width - left - right) / Math.max(count, 1)
  const xOf = (index: number) => left + slot * (index + 0.5)
  const [low = 0, high = 1] = [scale[0], scale.at(-1)]
  const yOf = (value: number) => top + ((high - value) / (high - low)) * (height - top - bottom)
  const isNamed = namedTicks(count, width - left, Math.max(...ticks.map(tick => tick.length), 1) * 7 + 10)

  const told = (index: number) =>
    `${names[index]}: ${series.map(({ title: name, values }) => `${name} ${cellWords(unit, values[index] ?? null)}`).join(', ')}`

  function point(event: PointerEvent) {
    const { left: start, width: shown } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor((((event.clientX - start) / shown) * width - left) / slot)
    setAt(Math.min(Math.max(index, 0), last))
  }

  function walk(event: KeyboardEvent) {
    const now = at ?? last
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: now - (at === null ? 0 : 1),
      ArrowRight: now + 1,
      Home: 0,
      End: last,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(Math.min(Math.max(to, 0), last))
  }

  return (
    <>
      <Legend series={series} isLine={kind === 'line'} />
      <div
        ref={box}
        className={css.chart}
        role="slider"
        tabIndex={0}
        aria-label={`${title}: ${series.map(each => each.title).join(', ')}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={at ?? last}
        aria-valuetext={told(at ?? last)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setAt(null)}
        onBlur={() => setAt(null)}
        onKeyDown={walk}
      >
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <Hatchings id={id} />
          {scale.map((value, index) => (
            <g key={value}>
              <line
                x1={left}
                x2={width - right}
                y1={yOf(value)}
                y2={yOf(value)}
                className={value === 0 ? css.zero : css.grid}
              />
              <text x={left - 8} y={yOf(value) + 4} textAnchor="end" className={css.text}>
                {words[index]}
              </text>
            </g>
          ))}
          {ticks.map(
            (tick, index) =>
              isNamed(index) && (
                // biome-ignore lint/suspicious/noArrayIndexKey: two years have the same months
                <text key={index} x={xOf(index)} y={height - 8} textAnchor="middle" className={css.text}>
                  {tick}
                </text>
              ),
          )}
          {at !== null && <line x1={xOf(at)} x2={xOf(at)} y1={top} y2={height - bottom} className={css.guide} />}
          {kind === 'line' ? (
            <Lines drawing={drawing} xOf={xOf} yOf={yOf} hasMarkers={slot > 12} />
          ) : (
            <Bars drawing={drawing} kind={kind} id={id} slot={slot} xOf={xOf} yOf={yOf} />
          )}
        </svg>
        {at !== null && (
          <div
            className={css.told}
            aria-hidden="true"
            style={{ left: `${Math.min(Math.max(xOf(at), 75), Math.max(width - 75, 75))}px` }}
          >
            <strong>{names[at]}</strong>
            <ul>
              {series.map(({ key, title: name, values }) => (
                <li key={key}>
                  {name}: {cellWords(unit, values[at] ?? null)}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </>
  )
}

type ToPixels = (value: number) => number

function Lines({
  drawing: { series },
  xOf,
  yOf,
  hasMarkers,
}: {
  drawing: Drawing
  xOf: ToPixels
  yOf: ToPixels
  hasMarkers: boolean
}) {
  return series.map(({ key, values }, index) => (
    <g key={key} className={seriesClass(index)}>
      {unbroken(values.map((value, place) => ({ value, place }))).map(part => (
        <g key={part[0]?.place}>
          <polyline
            points={part.map(({ value, place }) => `${xOf(place)},${yOf(value)}`).join(' ')}
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            strokeDasharray={seriesDash(index)}
            strokeLinejoin="round"
          />
          {part.map(
            ({ value, place }) =>
              (hasMarkers || part.length === 1) && (
                <Marker key={place} x={xOf(place)} y={yOf(value)} index={index} size={3} />
              ),
          )}
        </g>
      ))}
    </g>
  ))
}

interface BarProps {
  drawing: Drawing
  kind: 'bar' | 'stack'
  id: string
  slot: number
  xOf: ToPixels
  yOf: ToPixels
}

function Bars({ drawing: { series, names }, kind, id, slot, xOf, yOf }: BarProps) {
  const room = Math.min(slot * 0.72, 56)
  const thick = kind === 'stack' ? room : room / series.length
  return names.map((name, place) => {
    let [above, below] = [0, 0]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same
      <g key={`${name}${place}`}>
        {series.map(({ key, values }, index) => {
          const value = values[place] ?? 0
          const from = kind === 'stack' ? (value < 0 ? below : above) : 0
          if (kind === 'stack' && value < 0) below += value
          else if (kind === 'stack') above += value
          const [y1, y2] = [yOf(Math.max(from, from + value)), yOf(Math.min(from, from + value))]
          const x = xOf(place) - room / 2 + (kind === 'stack' ? 0 : thick * index)
          return (
            <rect
              key={key}
              className={seriesClass(index)}
              x={x}
              y={y1}
              width={Math.max(thick - 1, 1)}
              height={y2 - y1}
              fill={hatching(id, index)}
              stroke="currentColor"
              strokeWidth={index === 0 ? 0 : 0.75}
            />
          )
        })}
      </g>
    )
  })
}

function scaleOf({ series, names, unit }: Drawing, kind: Props['kind']): number[] {
  const isWhole = unit === 'count'
  const all = series.map(({ values }) => values.map(value => value ?? 0))
  if (kind !== 'stack') return ticksOf(all.flat(), isWhole)
  const sums = (keep: (value: number) => boolean) =>
    names.map((_, place) => all.reduce((sum, values) => sum + (keep(values[place] ?? 0) ? (values[place] ?? 0) : 0), 0))
  return ticksOf([...sums(value => value > 0), ...sums(value => value < 0)], isWhole)
}
