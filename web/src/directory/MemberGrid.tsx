import { directoryColumns, search, unsortable } from '@honbu/contract/directory.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import { IconUsers } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { SetUpHint } from '../first-hour/SetUpHint.tsx'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Belt } from '../ui/Belt.tsx'
import { dayAndMonthName } from '../ui/dates.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { useSelection } from '../ui/grid/selection.ts'
import css from './Directory.module.css'
import { MemberFilters } from './MemberFilters.tsx'

const BulkBar = lazy(() => import('../exports/BulkBar.tsx').then(({ BulkBar }) => ({ default: BulkBar })))

type Row = Output<typeof search>['data'][number]

const hidden = [
  'firstName',
  'code',
  'dob',
  'birthdayMonth',
  'phone',
  'debt',
  'hasMandate',
  'marketingSourceId',
] as const

const cells = {
  lastName: (row: Row) => (
    <>
      <Avatar {...row} size="small" />
      {fullName(row)}
    </>
  ),
  gradeId: (row: Row) => <Belts row={row} />,
  memberStatusId: (row: Row) => <MemberStatus id={row.memberStatusId} />,
  birthdayMonth: (row: Row) => (row.dob === null ? '–' : dayAndMonthName(row.dob)),
  debt: (row: Row) => (row.debt > 0 ? <span className={css.owes}>{currency(row.debt)}</span> : '–'),
  marketingSourceId: (row: Row) => row.marketingSource ?? '–',
  clubId: false,
  disciplineId: false,
  classId: false,
  tag: false,
  isFrozen: false,
  missing: false,
  daysMember: false,
  daysAbsent: false,
} as const
const cellsOfClub = { ...cells, clubName: false } as const

interface Props {
  clubIds?: readonly number[]
  /** Beside the grid's own buttons. */
  actions?: ReactNode
}

/** The members of some clubs, or of all the user's. */
export function MemberGrid({ clubIds, actions }: Props) {
  const selection = useSelection()
  const [only] = clubIds ?? []
  return (
    <DataGrid
      label="Members"
      name={clubIds ? 'club-members' : 'members'}
      call={search}
      input={clubIds ? { clubIds: [...clubIds] } : {}}
      columns={directoryColumns}
      cells={clubIds?.length === 1 ? cellsOfClub : cells}
      unsortable={unsortable}
      hidden={hidden}
      filters={grid => <MemberFilters grid={grid} clubId={only} />}
      select={{
        selection,
        keyOf: row => row.memberId,
        nameOf: fullName,
        bar: shown => (
          <Suspense>
            <BulkBar selection={selection} shown={shown} clubIds={clubIds} isTotalMore={shown.isTotalMore} />
          </Suspense>
        ),
      }}
      rowKey={row => row.clubMemberId}
      rowTo={row => memberAddress(row.memberId)}
      actions={actions}
      empty={
        <EmptyState
          icon={<IconUsers size={24} />}
          title="No members yet"
          actions={clubIds?.length === 1 && only !== undefined && <SetUpHint clubId={only} />}
        >
          Members are imported from a file, or added one by one.
        </EmptyState>
      }
    />
  )
}

const fullName = ({ firstName, lastName }: Row) => `${firstName} ${lastName}`.trim()

/** The belt of each discipline; where there are several, with the discipline's name. */
function Belts({ row: { grades } }: { row: Row }) {
  const reached = grades.filter(({ gradeName }) => gradeName !== null)
  if (reached.length === 0) return '–'
  return (
    <span className={css.belts}>
      {reached.map(({ disciplineName, gradeName, colour, ...belt }) => (
        <span key={disciplineName} title={disciplineName}>
          <Belt belt={{ gradeName: gradeName ?? '', colour: colour ?? '#ffffff', ...belt }} />
        </span>
      ))}
    </span>
  )
}
