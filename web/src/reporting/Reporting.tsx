import { moneyTabs } from '@honbu/contract/report-money.ts'
import { type ReportTab, reportTabs, reportTitles } from '@honbu/contract/report-tabs.ts'
import { daysWords, figuresOnlyWords } from '@honbu/contract/report-words.ts'
import { getReport, getReportClubs } from '@honbu/contract/reporting.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { useAddress } from '../ui/address.ts'
import { fromLocal } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { clockTime } from '../ui/moments.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Together } from '../ui/Together.tsx'
import { Kpis } from './Kpis.tsx'
import { ReportFilters } from './ReportFilters.tsx'
import css from './Reporting.module.css'
import { ReportList } from './ReportList.tsx'
import { ReportMenu } from './ReportMenu.tsx'
import { keptSearch, listOf, type ReportQuery, readReportQuery, reportAddress } from './report-address.ts'
import { SectionPanel } from './SectionPanel.tsx'

/** A tab of the reports; or, where the address names one, the list behind one of its figures. */
export function Reporting({ tab }: { tab: ReportTab }) {
  const { search } = useAddress()
  const query = readReportQuery(search, fromLocal(new Date()))
  const list = listOf(search)
  return list ? <ReportList tab={tab} list={list} query={query} /> : <Report tab={tab} query={query} />
}

function Report({ tab, query }: { tab: ReportTab; query: ReportQuery }) {
  const { search, setSearch } = useAddress()
  const { clubIds, days, compare } = query
  const clubs = useRead(getReportClubs, {})
  const answer = useRead(
    getReport,
    { tab, ...(clubIds && { clubIds }), ...days },
    { placeholderData: keepPreviousData },
  )
  // What was kept from another tab has its own figures; it is not shown under this one's name.
  const report = answer.data?.tab === tab ? answer.data : undefined
  // While it is not known, none is missing.
  const isAdmin = clubs.data?.some(club => club.isAdmin) ?? true
  const tabs = reportTabs
    .filter(id => isAdmin || !moneyTabs.has(id))
    .map(id => ({
      id,
      text: reportTitles[id],
      to: reportAddress(id),
      search: keptSearch(search),
    }))
  return (
    <Screen>
      <PageHeader title="Reporting" actions={<ReportMenu tab={tab} query={query} />}>
        {report ? <HeadLine report={report} /> : !answer.error && <Skeleton width="14rem" />}
      </PageHeader>
      <Tabs label="Reports" tabs={tabs} current={tab} />
      <Together isReady={!clubs.isLoading} meanwhile={<SkeletonRows count={6} height="5.5rem" />}>
        <ReportFilters query={query} clubs={clubs.data ?? []} onChange={setSearch} />
        {answer.error && (
          <ErrorState
            title={report ? 'This is not up to date.' : 'The report could not be loaded.'}
            error={answer.error}
            retry={() => void answer.refetch()}
          />
        )}
        {!report && !answer.error && <SkeletonRows count={6} height="5.5rem" />}
        {report && (
          <div
            className={answer.isPlaceholderData ? `${css.report} ${css.stale}` : css.report}
            aria-busy={answer.isPlaceholderData}
          >
            <h2 className={css.printed}>
              {reportTitles[tab]}: {daysWords(report.from, report.until)}.{' '}
              {report.clubs.map(({ name }) => name).join(', ')}
            </h2>
            {report.figuresOnlyOf.length > 0 && (
              <p className={css.line}>{figuresOnlyWords(report.clubs.length, report.figuresOnlyOf.length)}</p>
            )}
            <Kpis report={report} clubIds={clubIds} compare={compare} />
            <div className={css.sections}>
              {report.sections.map(section => (
                <SectionPanel key={section.key} report={report} section={section} clubIds={clubIds} />
              ))}
            </div>
          </div>
        )}
      </Together>
    </Screen>
  )
}

function HeadLine({
  report: { from, until, asOf, clubs },
}: {
  report: { from: string; until: string; asOf: string; clubs: readonly { name: string }[] }
}) {
  const at = clockTime(asOf)
  return (
    <span className={css.line}>
      <span>{daysWords(from, until)}</span>
      <span>{clubs.length === 1 ? clubs[0]?.name : `${clubs.length} clubs`}</span>
      <span>
        as of <time dateTime={asOf}>{at}</time>
      </span>
    </span>
  )
}
