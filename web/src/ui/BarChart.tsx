import { wholeNumber } from '@honbu/contract/format.ts'
import css from './BarChart.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface Bar {
  readonly key: string
  /** Written out, for the table and on hover: 'Monday 2 November'. */
  readonly name: string
  /** Below the bar; empty where there is no room for each. */
  readonly tick: string
  readonly value: number
  /** A quieter bar, e.g. a day that is not over. */
  isOpen?: boolean
}

interface Props {
  caption: string
  nameTitle: string
  valueTitle: string
  bars: readonly Bar[]
}

/** Bars whose heights and figures carry the meaning, not their colour; a table for those who do not see them. */
export function BarChart({ caption, nameTitle, valueTitle, bars }: Props) {
  const top = Math.max(1, ...bars.map(bar => bar.value))
  const peak = bars.findLastIndex(bar => bar.value === top)
  const last = bars.length - 1
  // Beside that of the highest there is no room for the figure of the last, where the bars are thin.
  const hasLast = (last - peak) / bars.length >= 0.1
  return (
    <figure className={css.chart}>
      <div className={css.plot} aria-hidden="true">
        {bars.map((bar, index) => (
          <span key={bar.key} className={css.slot} title={`${bar.name}: ${wholeNumber(bar.value)}`}>
            <span className={css.value}>
              {index === peak || (index === last && hasLast) ? wholeNumber(bar.value) : ''}
            </span>
            <span
              className={bar.isOpen ? css.open : css.bar}
              data-none={bar.value === 0 || undefined}
              style={{ height: `${(bar.value / top) * 100}%` }}
            />
            <span className={css.tick}>{bar.tick}</span>
          </span>
        ))}
      </div>
      <VisuallyHidden>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{nameTitle}</th>
              <th scope="col">{valueTitle}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(bar => (
              <tr key={bar.key}>
                <th scope="row">{bar.name}</th>
                <td>{wholeNumber(bar.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}
