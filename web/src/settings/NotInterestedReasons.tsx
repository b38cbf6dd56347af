import { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import {
  deleteNotInterestedReason,
  getNotInterestedReasons,
  moveNotInterestedReason,
  NotInterestedReasonFields,
  saveNotInterestedReason,
} from '@honbu/contract/settings.ts'
import { IconMoodSad, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { clubAddress } from '../clubs/club-address.ts'
import { idOf, useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { countText } from './category-text.ts'
import { OwnedList } from './OwnedList.tsx'

type Reason = Output<typeof getNotInterestedReasons>[number]

/** Why people do not join: what staff choose from after a trial, and what is counted afterwards. */
export function NotInterestedReasons() {
  const clubId = idOf(useAddress().params.id)
  const club = useRead(getClub, { id: clubId })
  const answer = useRead(getNotInterestedReasons, { id: clubId })
  const move = useWrite(moveNotInterestedReason)
  const [edited, setEdited] = useState<Reason | 'new' | null>(null)
  const canEdit = club.data?.isAdmin ?? false
  const reasons = answer.data ?? []

  async function press(id: number, positions: 1 | -1) {
    const result = await move.mutateAsync({ id, positions })
    if (isRefusal(result)) showToast({ message: result.message, tone: 'bad' })
  }

  return (
    <Screen isNarrow>
      <PageHeader
        title="Not-interested reasons"
        crumbs={[{ text: club.data?.name ?? 'Club', to: clubAddress(clubId, 'settings') }]}
        hasActionLine
        actions={
          canEdit && (
            <Button variant="primary" onClick={() => setEdited('new')}>
              <IconPlus size={18} aria-hidden="true" />
              New reason
            </Button>
          )
        }
      >
        What staff choose from when somebody does not join.
      </PageHeader>
      {answer.error && !answer.data && (
        <ErrorState title="The reasons could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={6} height="48px" />}
      {answer.data?.length === 0 && (
        <EmptyState icon={<IconMoodSad size={24} />} title="No reasons yet">
          Without one nobody can be marked as not interested.
        </EmptyState>
      )}
      {reasons.length > 0 && (
        <Panel title="In this order" flush>
          <OwnedList
            label="Not-interested reasons"
            entries={reasons.map(each => ({ ...each, facts: [countText(each.useCount, 'person', 'people')] }))}
            canEdit={canEdit}
            isBusy={move.isPending}
            onMove={(id, positions) => void press(id, positions)}
            actions={({ id, name }) => (
              <IconButton
                label={`Edit ${name}`}
                icon={<IconPencil size={18} aria-hidden="true" />}
                onClick={() => setEdited(reasons.find(each => each.id === id) ?? null)}
              />
            )}
          />
        </Panel>
      )}
      {edited && (
        <ReasonDialog clubId={clubId} reason={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Screen>
  )
}

function ReasonDialog({ clubId, reason, onClose }: { clubId: number; reason: Reason | null; onClose: () => void }) {
  const save = useWrite(saveNotInterestedReason)
  const remove = useWrite(deleteNotInterestedReason)
  const id = reason?.id ?? 0
  const form = useForm({
    schema: NotInterestedReasonFields,
    values: { name: reason?.name ?? '' },
    version: reason?.version,
    save: (values, version) => save.mutateAsync({ id, clubId, version, ...values }),
    saved: onClose,
    fromRecord: ({ name }: Reason) => ({ name }),
  })
  return (
    <Dialog title={reason ? `Edit ${reason.name}` : 'New reason'} isOpen onClose={onClose}>
      <Form
        form={form}
        submit="Save reason"
        cancel={onClose}
        isInDialog
        aside={
          reason && (
            <DeleteButton
              what="reason"
              name={reason.name}
              remove={() => remove.mutateAsync({ id })}
              removed={onClose}
            />
          )
        }
      >
        <TextField {...form.field('name')} label="Name" required autoFocus />
      </Form>
    </Dialog>
  )
}
