import { cellWords } from '@honbu/contract/report-words.ts'
import { useId, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import css from './NameBars.module.css'
import type { Drawing } from './section.ts'
import { Hatchings, hatching, Legend, seriesClass } from './series.tsx'

/** Names that are shown at first; printed are all. */
const mostAtOnce = 25

/** Bars beside names, each with its number in words. What goes along with time is a TimeChart. */
export function NameBars({ drawing, isStack }: { drawing: Drawing; isStack: boolean }) {
  const { names, series, unit } = drawing
  const id = useId()
  const [isWhole, setWhole] = useState(names.length <= mostAtOnce + 5)
  const values = names.map((_, place) => series.map(each => each.values[place] ?? 0))
  const sizes = isStack ? values.map(each => each.reduce((sum, value) => sum + Math.max(value, 0), 0)) : values.flat()
  const most = Math.max(...sizes, 0) || 1
  return (
    <>
      <Legend series={series} isLine={false} />
      <svg width="0" height="0" aria-hidden="true" className={css.defs}>
        <Hatchings id={id} />
      </svg>
      <dl className={css.bars}>
        {names.map((name, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be the same
          <div key={place} className={isWhole || place < mostAtOnce ? css.row : css.more}>
            <dt className={css.name}>{name}</dt>
            <dd className={css.values}>
              {isStack ? (
                <span className={css.line}>
                  <Track parts={values[place] ?? []} most={most} id={id} />
                  <span className={css.number}>
                    {series.map(({ key, title }, index) => (
                      <VisuallyHidden
                        key={key}
                      >{`${title} ${cellWords(unit, values[place]?.[index] ?? 0)}, `}</VisuallyHidden>
                    ))}
                    {cellWords(unit, sizes[place] ?? 0)}
                  </span>
                </span>
              ) : (
                series.map(({ key, title, values: own }, index) => (
                  <span key={key} className={css.line}>
                    <Track
                      parts={series.map((_, each) => (each === index ? (own[place] ?? 0) : 0))}
                      most={most}
                      id={id}
                    />
                    <span className={css.number}>
                      {series.length > 1 && <VisuallyHidden>{`${title} `}</VisuallyHidden>}
                      {cellWords(unit, own[place] ?? null)}
                    </span>
                  </span>
                ))
              )}
            </dd>
          </div>
        ))}
      </dl>
      {!isWhole && (
        <Button variant="quiet" className={css.all} onClick={() => setWhole(true)}>
          Show all {names.length}
        </Button>
      )}
    </>
  )
}

/** Shares of the longest bar; a negative number has no length here, its words say it. */
function Track({ parts, most, id }: { parts: readonly number[]; most: number; id: string }) {
  let from = 0
  return (
    <span className={css.track} aria-hidden="true">
      <svg aria-hidden="true">
        {parts.map((part, index) => {
          const start = from
          from += Math.max(part, 0)
          const percent = (value: number) => `${(100 * value) / most}%`
          return (
            part > 0 && (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
                key={index}
                className={seriesClass(index)}
                x={percent(start)}
                width={percent(part)}
                height="14"
                rx="2"
                fill={hatching(id, index)}
                stroke="currentColor"
                strokeWidth={index === 0 ? 0 : 0.75}
              />
            )
          )
        })}
      </svg>
    </span>
  )
}
