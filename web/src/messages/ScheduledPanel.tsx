import { dateTime } from '@honbu/contract/format.ts'
import { cancelMessage, channelWords, getScheduledMessages, messageColumns } from '@honbu/contract/messages.ts'
import { keepsQuietHours, sendableFrom } from '@honbu/contract/quiet-hours.ts'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Menu } from '../ui/Menu.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import type { ScheduledMessage } from './message.ts'
import { createMessageAddress, localTimeWords } from './message-words.ts'
import { leavesAt } from './night-words.ts'
import type { MessagingPanelProps } from './panel-props.ts'
import { TimeDialog } from './TimeDialog.tsx'

/** At night it waits for the morning. */
const leavesFrom = (row: ScheduledMessage) =>
  keepsQuietHours(row) ? sendableFrom(row.timeZone, new Date(row.sendAt)) : new Date(row.sendAt)

/** What waits for its time, and can still be changed. */
export function ScheduledPanel({ clubId, clubs }: MessagingPanelProps) {
  const [changed, setChanged] = useState<ScheduledMessage | null>(null)
  const cancel = useWrite(cancelMessage, { onRefused: ({ message }) => showToast({ message, tone: 'bad' }) })
  const { ask, dialog } = useConfirm()
  const write = (
    <AppLink to={clubId > 0 ? createMessageAddress(clubId) : '/create-message'} className={buttonClass('primary')}>
      Send a message
    </AppLink>
  )

  async function end({ id, name }: ScheduledMessage) {
    const title = `Cancel “${name}”?`
    if (await ask({ title, text: 'Nobody gets it.', action: 'Cancel message', isDanger: true })) cancel.mutate({ id })
  }

  return (
    <>
      <DataGrid
        label="Scheduled messages"
        name="scheduled-messages"
        call={getScheduledMessages}
        input={{ clubIds: clubs.map(({ id }) => id) }}
        columns={messageColumns}
        hidden={clubs.length > 1 ? ['status'] : ['status', 'clubName']}
        cells={{
          name: row => (
            <AppLink to={createMessageAddress(row.clubId)} search={{ edit: String(row.id) }}>
              {row.name}
            </AppLink>
          ),
          channel: row => channelWords[row.channel],
          sendAt: row =>
            row.perClubZone && row.sendLocal
              ? `${localTimeWords(leavesAt(row, row.sendLocal))}, by each club’s clock`
              : dateTime(leavesFrom(row), row.timeZone),
        }}
        extra={[
          {
            id: 'actions',
            title: 'Actions',
            cell: row => (
              <Menu
                label={`More for ${row.name}`}
                items={[
                  {
                    text: 'Change the message',
                    to: createMessageAddress(row.clubId),
                    search: { edit: String(row.id) },
                  },
                  { text: 'Change the time', onSelect: () => setChanged(row) },
                  { text: 'Write a copy', to: createMessageAddress(row.clubId), search: { again: String(row.id) } },
                  { text: 'Cancel', onSelect: () => void end(row), isDanger: true },
                ]}
              />
            ),
          },
        ]}
        rowKey={row => row.id}
        empty={
          <EmptyState icon={<IconCalendarTime size={24} />} title="Nothing is scheduled" actions={write}>
            A message that is to leave at a time waits here.
          </EmptyState>
        }
        actions={write}
      />
      {changed && <TimeDialog message={changed} onClose={() => setChanged(null)} />}
      {dialog}
    </>
  )
}
