import { kpis } from '@honbu/contract/kpis.ts'
import { cellWords, changeOf } from '@honbu/contract/report-words.ts'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import clsx from 'clsx'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { Explained } from './Explained.tsx'
import css from './Kpis.module.css'
import { type Comparison, listSearch, reportAddress } from './report-address.ts'
import type { Figure, Report } from './section.ts'

interface Props {
  report: Report
  clubIds: number[] | undefined
  compare: Comparison
}

/** The figures of a tab: large, each with what has changed, what it means, and the list behind it. */
export function Kpis({ report, clubIds, compare }: Props) {
  return (
    <ul className={css.figures} aria-label="Figures">
      {report.figures.map(figure => (
        <Kpi key={figure.kpi} figure={figure} report={report} clubIds={clubIds} compare={compare} />
      ))}
    </ul>
  )
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }
const toneWords = { better: 'better', worse: 'worse', neutral: '' }

function Kpi({ figure, report, clubIds, compare }: Props & { figure: Figure }) {
  const { search } = useAddress()
  const kpi = kpis[figure.kpi]
  const value = cellWords(kpi.unit, figure.value)
  const other = compare === 'year' ? figure.yearBefore : figure.before
  const change = compare === 'none' ? null : changeOf(kpi, figure.value, other)
  const Arrow = arrows[change?.way ?? 'same']
  const days = { from: report.from, until: report.until }
  const list = report.figuresOnlyOf.length > 0 ? null : kpi.list
  return (
    <li className={clsx(css.figure, list && css.opens)}>
      <div className={css.head}>
        <span>{kpi.title}</span>
        <span className={css.i}>
          <Explained name={kpi.title}>
            {kpi.words}
            <Facts figure={figure} />
          </Explained>
        </span>
      </div>
      <span className={css.value}>
        {list && figure.value !== null ? (
          <AppLink
            to={reportAddress(report.tab)}
            search={listSearch({ list, days, clubIds }, search)}
            aria-label={`${kpi.title}: ${value}, open the list`}
          >
            {value}
          </AppLink>
        ) : (
          value
        )}
      </span>
      {change && (
        <span className={clsx(css.change, css[change.tone])}>
          <Arrow size={16} aria-hidden="true" />
          {change.words}
          {change.share && ` (${change.share})`}
          {toneWords[change.tone] && ` ${toneWords[change.tone]}`}
        </span>
      )}
      {compare !== 'none' && (
        <span className={css.soft}>
          {compare === 'year' ? 'Year before' : 'Before'}: {cellWords(kpi.unit, other)}
        </span>
      )}
      {figure.others !== null && <span className={css.soft}>Other clubs: {cellWords(kpi.unit, figure.others)}</span>}
    </li>
  )
}

function Facts({ figure }: { figure: Figure }) {
  const { unit } = kpis[figure.kpi]
  return (
    <dl className={css.facts}>
      <dt>This period</dt>
      <dd>{cellWords(unit, figure.value)}</dd>
      <dt>The period before</dt>
      <dd>{cellWords(unit, figure.before)}</dd>
      <dt>The year before</dt>
      <dd>{cellWords(unit, figure.yearBefore)}</dd>
      {figure.others !== null && (
        <>
          <dt>Other clubs (median)</dt>
          <dd>{cellWords(unit, figure.others)}</dd>
        </>
      )}
    </dl>
  )
}
