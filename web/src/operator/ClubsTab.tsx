import type { Output } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import { getOperatedClubs, liftSuspension, operatedClubColumns, suspendClub } from '@honbu/contract/operator.ts'
import { useState } from 'react'
import { isRefusal, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Operator.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { SearchField } from './SearchField.tsx'

type OperatedClub = Output<typeof getOperatedClubs>['data'][number]

/** All clubs, and what an operator can do about one. Their members are for the people who work there. */
export function ClubsTab() {
  const [suspending, setSuspending] = useState<OperatedClub | null>(null)
  const { ask, dialog } = useConfirm()
  const suspend = useWrite(suspendClub)
  const lift = useWrite(liftSuspension)

  async function liftFrom({ clubId, name, suspendedFor }: OperatedClub) {
    const text = `It was suspended for: ${suspendedFor ?? ''}. Everything works as before, and jobs that waited are done now.`
    if (!(await ask({ title: `Lift ${name}’s suspension?`, text, action: 'Lift suspension' }))) return
    const result = await lift.mutateAsync({ id: clubId })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
    else if (result.count === 0) showToast({ message: 'Suspension lifted' })
    else showToast({ message: `Suspension lifted, ${counted(result.count, 'job')} queued` })
  }

  const items = (club: OperatedClub): MenuItem[] =>
    club.suspendedFor === null
      ? [{ text: 'Suspend club', isDanger: true, onSelect: () => setSuspending(club) }]
      : [{ text: 'Lift suspension', onSelect: () => void liftFrom(club) }]

  return (
    <>
      <DataGrid
        label="Clubs"
        name="operator-clubs"
        call={getOperatedClubs}
        input={{}}
        columns={operatedClubColumns}
        hidden={['isSuspended']}
        rowKey={({ clubId }) => clubId}
        cells={cells}
        filters={grid => (
          <>
            <SearchField label="Search by club or owner" fields={['name', 'owner']} {...grid} />
            {grid.columnsButton}
          </>
        )}
        extra={[
          { id: 'actions', title: '', cell: club => <Menu label={`Actions for ${club.name}`} items={items(club)} /> },
        ]}
        empty={<EmptyState title="No clubs yet">A club appears here once someone creates it.</EmptyState>}
      />
      {dialog}
      {suspending && (
        <ReasonDialog
          title={`Suspend ${suspending.name}?`}
          action="Suspend club"
          hint="The club’s owner and every operator can read it."
          save={reason => suspend.mutateAsync({ id: suspending.clubId, reason })}
          saved={() => showToast({ message: 'Club suspended' })}
          onClose={() => setSuspending(null)}
        >
          Only its owner can open it, and nothing can be changed. Billing, collections, messages and public pages wait,
          also for clubs below it. Nothing is lost: lifting it brings everything back.
        </ReasonDialog>
      )}
    </>
  )
}

const cells = {
  name: ({ name, isSuspended }: OperatedClub) => (
    <span className={css.account}>
      {name}
      {isSuspended && <Badge tone="bad">Suspended</Badge>}
    </span>
  ),
}
