import type { Output } from '@honbu/contract/endpoint.ts'
import { accounting, counted, mediumDate, wholeNumber } from '@honbu/contract/format.ts'
import { type Columns, printGrid } from '@honbu/contract/grid.ts'
import type { ReportListName } from '@honbu/contract/kpis/kpi.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { reportLists } from '@honbu/contract/report-lists.ts'
import { type ReportTab, reportTitles } from '@honbu/contract/report-tabs.ts'
import { daysWords } from '@honbu/contract/report-words.ts'
import { getReportList, reportListColumns } from '@honbu/contract/reporting.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../app/api.ts'
import { rosterAddress } from '../classes/roster-address.ts'
import { useMemberSelect } from '../exports/use-member-select.tsx'
import { memberAddress } from '../members/member-address.ts'
import { sentItemsAddress } from '../messages/message-words.ts'
import { tasksAddress } from '../tasks/task-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { useGridAddress } from '../ui/grid/grid-address.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { chosenWords } from './ClubPicker.tsx'
import css from './Reporting.module.css'
import { ReportMenu } from './ReportMenu.tsx'
import { backSearch, type ReportQuery, reportAddress } from './report-address.ts'

type ListRow = Output<typeof getReportList>['data'][number]

interface Props {
  tab: ReportTab
  list: ReportListName
  query: ReportQuery
}

/** The rows that a figure counts, with what they add up to; each leads to whom or what it is about. */
export function ReportList({ tab, list, query: { clubIds, days, ...query } }: Props) {
  const { search } = useAddress()
  const { title, sum } = reportLists[list]
  const columns = columnsOf(list)
  const clubs = useRead(getClubList, {})
  const input = { list, ...(clubIds && { clubIds }), ...days, ...(search.group && { group: search.group }) }
  const { state } = useGridAddress(columns)
  // The grid's own question, so that both are answered by one.
  const answer = useRead(getReportList, { ...input, ...printGrid(state) }, { placeholderData: keepPreviousData })
  const found = answer.data
  const select = useMemberSelect<ListRow>(
    clubIds,
    ({ name }) => name,
    ({ id }) => id,
  )
  return (
    <Screen>
      <PageHeader
        title={title}
        crumbs={[
          { text: `Reporting: ${reportTitles[tab].toLowerCase()}`, to: reportAddress(tab), search: backSearch(search) },
        ]}
        actions={
          <ReportMenu
            tab={tab}
            query={{ clubIds, days, ...query }}
            list={{ list, group: search.group, ...printGrid(state) }}
          />
        }
      >
        <span className={css.line}>
          <span>{daysWords(days.from, days.until)}</span>
          <span>{chosenWords(clubs.data ?? [], clubIds)}</span>
          {search.group && search.of && <span>{search.of}</span>}
        </span>
      </PageHeader>
      {found && (
        <p className={css.sum} role="status">
          <strong>{sumWords(sum, found)}</strong> <small>{besides(list, found)}</small>
        </p>
      )}
      <DataGrid
        key={list}
        label={title}
        name={`report-${list}`}
        call={getReportList}
        input={input}
        columns={columns}
        cells={{
          name: row => <RowName row={row} kind={reportLists[list].rows} />,
          clubName: (clubs.data?.length ?? 0) > 1 ? row => row.clubName : false,
          on: row => (row.on === null ? '–' : mediumDate(row.on)),
          amount: row => (row.amount === null ? '–' : accounting(row.amount)),
          count: row => (row.count === null ? '–' : wholeNumber(row.count)),
        }}
        rowKey={row => row.key}
        {...(reportLists[list].rows === 'member' && { select })}
        empty={
          <EmptyState title="Nobody and nothing here.">In these days and clubs there is nothing to count.</EmptyState>
        }
      />
    </Screen>
  )
}

function sumWords(
  sum: 'rows' | 'amount' | 'count',
  { total, amount, count }: { total: number; amount: number; count: number },
) {
  if (sum === 'amount') return accounting(amount)
  const number = sum === 'rows' ? total : count
  return wholeNumber(number)
}

/** What else the rows add up to: behind recurring revenue stands the list of the active members, with what they pay. */
function besides(list: ReportListName, { total, amount }: { total: number; amount: number }) {
  const own = reportLists[list]
  if (own.sum !== 'rows') return `in ${counted(total, 'row')}`
  return own.amount ? `in all; ${own.amount.toLowerCase()}: ${accounting(amount)}` : 'in all'
}

/** Those that this list has, under its own headings. */
function columnsOf(list: ReportListName): Columns {
  const own = reportLists[list]
  const titles = {
    name: undefined,
    clubName: undefined,
    on: own.on,
    what: own.what,
    amount: own.amount,
    count: own.count,
  }
  return Object.fromEntries(
    Object.entries(reportListColumns).flatMap(([field, column]) => {
      // Its fields are the contract's.
      const title = titles[field as keyof typeof titles]
      if (title === undefined && field !== 'name' && field !== 'clubName') return []
      return [[field, { ...column, title: title ?? (field === 'name' ? nameTitles[own.rows] : column.title) }]]
    }),
  )
}

const nameTitles = { member: 'Member', session: 'Class', task: 'Task', message: 'Message' }

function RowName({ row, kind }: { row: ListRow; kind: (typeof reportLists)[ReportListName]['rows'] }) {
  const { id, clubId, name, on } = row
  if (kind === 'session')
    return (
      <AppLink to={rosterAddress(id)} search={{ date: on ?? undefined }}>
        {name}
      </AppLink>
    )
  if (kind === 'message')
    return (
      <AppLink to={sentItemsAddress(clubId)} search={{ message: String(id) }}>
        {name}
      </AppLink>
    )
  if (kind === 'task')
    return (
      <AppLink to={tasksAddress(clubId)} search={{ task: String(id) }}>
        {name}
      </AppLink>
    )
  return <AppLink to={memberAddress(id)}>{name}</AppLink>
}
