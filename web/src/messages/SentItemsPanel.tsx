import { dateTime, wholeNumber } from '@honbu/contract/format.ts'
import { channelWords, getSentMessages, messageColumns, statusWords } from '@honbu/contract/messages.ts'
import { IconSend } from '@tabler/icons-react'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { FailedWork } from './FailedWork.tsx'
import { MessageView } from './MessageView.tsx'
import { createMessageAddress, sentItemsAddress, summaryOf } from './message-words.ts'
import type { MessagingPanelProps } from './panel-props.ts'

/** What was sent; one message, when the address names it. */
export function SentItemsPanel({ clubId, clubs }: MessagingPanelProps) {
  const { search } = useAddress()
  const messageId = idOf(search.message)
  if (messageId > 0) return <MessageView key={messageId} messageId={messageId} back={sentItemsAddress(clubId)} />
  const write = (
    <AppLink to={clubId > 0 ? createMessageAddress(clubId) : '/create-message'} className={buttonClass('primary')}>
      Send a message
    </AppLink>
  )
  return (
    <>
      {clubs
        .filter(({ isAdmin }) => isAdmin)
        .map(club => (
          <FailedWork key={club.id} club={club} hasName={clubs.length > 1} />
        ))}
      <DataGrid
        label="Sent items"
        name="sent-items"
        call={getSentMessages}
        input={{ clubIds: clubs.map(({ id }) => id) }}
        columns={messageColumns}
        hidden={clubs.length > 1 ? [] : ['clubName']}
        cells={{
          name: row => (
            <AppLink to={sentItemsAddress(clubId)} search={{ message: String(row.id) }}>
              {row.name}
            </AppLink>
          ),
          channel: row => channelWords[row.channel],
          sendAt: row => dateTime(new Date(row.sendAt), row.timeZone),
          status: row => <Badge tone={row.status === 'paused' ? 'warn' : 'plain'}>{statusWords[row.status]}</Badge>,
          sentBy: row => row.sentBy || 'Honbu',
        }}
        extra={[{ id: 'counts', title: 'Result', cell: row => <Result counts={row.counts} /> }]}
        rowKey={row => row.id}
        empty={
          <EmptyState icon={<IconSend size={24} />} title="Nothing was sent yet" actions={write}>
            What you send to members stands here, with what became of it.
          </EmptyState>
        }
        actions={write}
      />
    </>
  )
}

function Result({ counts }: { counts: Parameters<typeof summaryOf>[0] }) {
  const { total, open, lost, uncertain } = summaryOf(counts)
  const parts = [
    open > 0 ? `${wholeNumber(total - open)} of ${wholeNumber(total)} sent` : `${wholeNumber(total)} sent`,
    ...(counts.delivered > 0 ? [`${wholeNumber(counts.delivered)} delivered`] : []),
    ...(lost > 0 ? [`${wholeNumber(lost)} failed`] : []),
    ...(uncertain > 0 ? [`${wholeNumber(uncertain)} uncertain`] : []),
  ]
  return <span>{parts.join(', ')}</span>
}
