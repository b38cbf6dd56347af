import { dateTime } from '@honbu/contract/format.ts'
import { getMessageRecipients, recipientColumns, stateWords } from '@honbu/contract/messages.ts'
import { useState } from 'react'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { CopyDialog } from './CopyDialog.tsx'
import type { WholeMessage } from './message.ts'
import { stateTones } from './message-words.ts'

/** Everyone it is for, each with what became of it and exactly what was sent. */
export function RecipientsGrid({ message }: { message: WholeMessage }) {
  const [shown, setShown] = useState(0)
  return (
    <>
      <DataGrid
        label="Recipients"
        name="message-recipients"
        call={getMessageRecipients}
        input={{ id: message.id }}
        columns={recipientColumns}
        hidden={message.clubIds.length > 1 ? [] : ['clubName']}
        cells={{
          memberName: row =>
            row.memberId === null ? (
              row.memberName
            ) : (
              <AppLink to={memberAddress(row.memberId)}>{row.memberName}</AppLink>
            ),
          state: row => (
            <>
              <Badge tone={stateTones[row.state]}>{stateWords[row.state]}</Badge> {row.reason}
            </>
          ),
          sentAt: row => (row.sentAt ? dateTime(new Date(row.sentAt), message.timeZone) : ''),
        }}
        extra={[
          {
            id: 'copy',
            title: 'Copy',
            cell: row =>
              row.hasCopy ? (
                <Button
                  variant="quiet"
                  aria-label={`Show what was sent to ${row.toName}`}
                  onClick={() => setShown(row.id)}
                >
                  Show
                </Button>
              ) : null,
          },
        ]}
        rowKey={row => row.id}
        empty={<EmptyState title="Nobody yet">Who gets it is written down when it begins to leave.</EmptyState>}
      />
      {shown > 0 && <CopyDialog recipientId={shown} onClose={() => setShown(0)} />}
    </>
  )
}
