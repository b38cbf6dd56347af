import { dateTime } from '@honbu/contract/format.ts'
import { channelWords, discardMessageDraft, draftColumns, getMessageDrafts } from '@honbu/contract/messages.ts'
import { IconPencil } from '@tabler/icons-react'
import { useWrite } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { showToast } from '../ui/toasts.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { createMessageAddress, draftSearch } from './message-words.ts'
import type { MessagingPanelProps } from './panel-props.ts'
import { useDraftUndo } from './use-draft-undo.ts'

/** Messages that are being written, by anyone in the clubs. */
export function DraftsPanel({ clubId, clubs }: MessagingPanelProps) {
  const offerUndo = useDraftUndo()
  const discard = useWrite(discardMessageDraft, {
    onSuccess: ({ draftId }) => offerUndo(draftId),
    onRefused: ({ message }) => showToast({ message, tone: 'bad' }),
  })
  const write = (
    <AppLink to={clubId > 0 ? createMessageAddress(clubId) : '/create-message'} className={buttonClass('primary')}>
      Send a message
    </AppLink>
  )
  return (
    <DataGrid
      label="Drafts"
      name="message-drafts"
      call={getMessageDrafts}
      input={{ clubIds: clubs.map(({ id }) => id) }}
      columns={draftColumns}
      hidden={clubs.length > 1 ? [] : ['clubName']}
      cells={{
        title: row => (
          <AppLink to={createMessageAddress(row.clubId)} search={draftSearch(row)}>
            {row.title || 'No words yet'}
          </AppLink>
        ),
        channel: row => channelWords[row.channel],
        savedAt: row => dateTime(new Date(row.savedAt), row.timeZone),
      }}
      extra={[
        {
          id: 'actions',
          title: 'Actions',
          cell: row => (
            <Button variant="quiet" onClick={() => discard.mutate({ id: row.id })}>
              Discard<VisuallyHidden> {row.title}</VisuallyHidden>
            </Button>
          ),
        },
      ]}
      rowKey={row => row.id}
      empty={
        <EmptyState icon={<IconPencil size={24} />} title="No drafts" actions={write}>
          Messages that you or your team haven’t sent yet appear here.
        </EmptyState>
      }
      actions={write}
    />
  )
}
