import { type DebtAge, debtAges, debtColumns, getDebtFile, getDebtors, getDebtTotals } from '@honbu/contract/debt.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { accounting, counted, mediumDate, wholeNumber } from '@honbu/contract/format.ts'
import { noteCategory } from '@honbu/contract/note-category.ts'
import { IconCircleCheck, IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readQuery, useRead } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { useMemberSelect } from '../exports/use-member-select.tsx'
import { memberTabAddress } from '../member-view/member-tabs.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { download } from '../ui/download.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { DataGrid, type ShownRows } from '../ui/grid/DataGrid.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Debt.module.css'
import { PayLinksButton } from './PayLinksButton.tsx'

type Debtor = Output<typeof getDebtors>['data'][number]

const ages = Object.keys(debtAges) as DebtAge[]

/** Who owes a club how much, and since when. */
export function Debt({ clubId }: { clubId: number }) {
  const client = useQueryClient()
  const totals = useRead(getDebtTotals, { clubId })
  const [isBusy, setBusy] = useState(false)
  // Of all pages that have been seen.
  const names = useRef(new Map<number, string>())
  const mayChase = useRights().may('takePayments', clubId)
  const members = useMemberSelect<Debtor>(
    [clubId],
    ({ memberName }) => memberName,
    ({ memberId }) => memberId,
  )
  const { selection } = members
  const select = {
    ...members,
    keyOf: ({ memberId, memberName }: Debtor) => {
      names.current.set(memberId, memberName)
      return memberId
    },
    bar: (shown: ShownRows) => (
      <>
        {mayChase && !selection.isAll && <PayLinksButton clubId={clubId} selection={selection} names={names.current} />}
        {members.bar(shown)}
      </>
    ),
  }

  async function pressExport() {
    setBusy(true)
    try {
      const file = await client.fetchQuery({ ...readQuery(getDebtFile, { clubId }), staleTime: 0 })
      download(file)
      const lines = file.lines === 1 ? 'One member is' : `${wholeNumber(file.lines)} members are`
      showToast({ message: `${lines} in the file.` })
    } catch (error) {
      showToast({ message: error instanceof Error ? error.message : 'It could not be exported.', tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Panel title="Debt">
      {totals.error && !totals.data && (
        <ErrorState title="The totals could not be loaded." error={totals.error} retry={() => void totals.refetch()} />
      )}
      {totals.isLoading && <SkeletonRows count={1} height="4rem" />}
      {totals.data && totals.data.members > 0 && (
        <div className={css.totals}>
          <Facts
            facts={[
              ['Overdue', overdueWords(totals.data)],
              ['Owed in all', accounting(totals.data.owed)],
              ...ages.map(age => [inWords[age], accounting(totals.data[age])] as const),
              ['Members in credit', accounting(totals.data.credit)],
              ['Balance of the club’s ledger', accounting(totals.data.balance)],
            ]}
          />
        </div>
      )}
      <DataGrid
        label="Who owes"
        name="debt"
        call={getDebtors}
        input={{ clubId }}
        columns={debtColumns}
        cells={{
          memberName: row => (
            <>
              {row.memberName} {row.isDisputed && <Badge tone="bad">Disputed</Badge>}
            </>
          ),
          oldestDue: row => mediumDate(row.oldestDue),
          chasedOn: row => (row.chasedOn ? mediumDate(row.chasedOn) : '–'),
          note: row => (
            <AppLink
              className={row.note ? undefined : css.add}
              to={memberTabAddress(row.memberId, 'notes')}
              search={row.note ? { category: String(noteCategory.payment) } : { new: '1' }}
            >
              {row.note ?? 'Add note'}
            </AppLink>
          ),
          owed: row => <strong>{accounting(row.owed)}</strong>,
          notDue: row => money(row.notDue),
          upTo7: row => money(row.upTo7),
          upTo30: row => money(row.upTo30),
          upTo60: row => money(row.upTo60),
          upTo90: row => money(row.upTo90),
          over90: row => money(row.over90),
        }}
        hidden={['code', 'isDisputed']}
        select={select}
        rowKey={row => row.memberId}
        rowTo={row => memberTabAddress(row.memberId, 'money')}
        actions={
          <Button variant="quiet" isBusy={isBusy} onClick={() => void pressExport()}>
            <IconDownload size={18} aria-hidden="true" />
            Export as CSV
          </Button>
        }
        empty={
          <EmptyState icon={<IconCircleCheck size={32} />} title="No one owes anything">
            Members with unpaid charges appear here, the oldest debt first.
          </EmptyState>
        }
      />
    </Panel>
  )
}

const inWords: Readonly<Record<DebtAge, string>> = {
  notDue: 'Not due yet',
  upTo7: 'Due today, or up to 7 days past due',
  upTo30: '8 to 30 days',
  upTo60: '31 to 60 days',
  upTo90: '61 to 90 days',
  over90: 'More than 90 days',
}

/** As on the dashboard. */
const overdueWords = ({ overdue, debtors }: { overdue: number; debtors: number }) =>
  debtors > 0 ? `${accounting(overdue)}, ${counted(debtors, 'member')}` : 'Nothing'

/** A row of zeros hides the one figure that matters. */
const money = (pounds: number) => (pounds === 0 ? '–' : accounting(pounds))
