import { mediumDate } from '@honbu/contract/format.ts'
import { printFilter } from '@honbu/contract/grid.ts'
import { followUpDays, getLeads, leadColumns, leadSteps } from '@honbu/contract/marketing.ts'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { memberAddress } from '../members/member-address.ts'
import { type SearchValues, useAddress } from '../ui/address.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { LeadActions } from './LeadActions.tsx'
import css from './Marketing.module.css'
import { atLeast, type Period } from './marketing-address.ts'

/** Those whom the figures count, one by one; for each what can be done about him or her. */
export function People({ clubId, period }: { clubId: number; period: Period }) {
  const { search, setSearch } = useAddress()
  const shown = lists.find(({ filter }) => filter === (search.filter ?? ''))?.value ?? 'some'
  const isWaiting = shown.startsWith('waiting')
  return (
    <>
      <div className={css.tools}>
        <Segmented
          label="Who is shown"
          options={lists.map(({ value, text }) => ({ value, text }))}
          value={shown}
          onChoose={chosen => setSearch(searchOf(chosen))}
        />
      </div>
      <DataGrid
        label="People who came"
        // Of those who wait all have got as far, and are in no class.
        key={isWaiting ? 'waiting' : 'leads'}
        name={isWaiting ? 'leads-waiting' : 'leads'}
        call={getLeads}
        input={{ id: clubId, ...period }}
        columns={leadColumns}
        cells={{
          enquiredOn: row => mediumDate(row.enquiredOn),
          step: row => leadSteps.find(([step]) => step === row.step)?.[1] ?? '–',
          memberStatusId: row => <MemberStatus id={row.memberStatusId} />,
          firstOn: row => (row.firstOn === null ? '–' : mediumDate(row.firstOn)),
          clubId: false,
          sourceId: false,
          classId: false,
          reasonId: false,
        }}
        extra={[{ id: 'actions', title: '', cell: row => <LeadActions lead={row} /> }]}
        hidden={isWaiting ? hiddenOfWaiting : hidden}
        rowKey={row => row.clubMemberId}
        rowTo={row => memberAddress(row.memberId)}
        empty={<EmptyState title="Nobody came in these months">Choose other months above.</EmptyState>}
      />
    </>
  )
}

const hidden = ['clubName', 'firstClass', 'firstOn', 'daysToClass', 'daysWaiting', 'reason'] as const
const hiddenOfWaiting = [
  'clubName',
  'step',
  'memberStatusId',
  'firstClass',
  'firstOn',
  'daysToClass',
  'reason',
] as const

/** Lists that are looked through again and again; anything else is asked by the grid's own filter. */
const lists = [
  { value: 'all', text: 'Everybody', filter: '' },
  ...[followUpDays, 7, 14].map(days => ({
    value: `waiting${days}`,
    text: days === followUpDays ? `Waiting ${days} days` : `${days} days`,
    filter: printFilter(atLeast('daysWaiting', days)),
  })),
]

function searchOf(value: string): SearchValues {
  const filter = lists.find(list => list.value === value)?.filter
  // The longest wait first: that is whom to ring first.
  return { filter: filter || undefined, sort: filter ? 'daysWaiting-desc' : undefined, page: undefined }
}
