import type { Output } from '@honbu/contract/endpoint.ts'
import { dateTime } from '@honbu/contract/format.ts'
import { getMessages } from '@honbu/contract/member-view.ts'
import { IconMail } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './MessagesPanel.module.css'
import type { MemberPanelProps } from './panel-props.ts'

const CopyDialog = lazy(() => import('../messages/CopyDialog.tsx').then(m => ({ default: m.CopyDialog })))

type Message = Output<typeof getMessages>[number]

/** What was sent to a member, and what will be. */
export function MessagesPanel({ memberId }: MemberPanelProps) {
  const answer = useRead(getMessages, { id: memberId })
  const [shown, setShown] = useState(0)
  if (answer.error && !answer.data)
    return (
      <ErrorState title="The messages could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!answer.data) return <SkeletonRows count={3} height="3rem" />
  if (answer.data.length === 0) {
    return (
      <EmptyState icon={<IconMail size={24} />} title="No messages yet">
        Messages to this member, to many or one, and what automations send stand here.
      </EmptyState>
    )
  }
  return (
    <Panel title="Messages" flush>
      <ul className={css.messages}>
        {answer.data.map(message => (
          <li key={message.key} className={css.message}>
            <span className={css.at}>{dateTime(new Date(message.at), message.timeZone)}</span>
            <span>
              {kinds[message.kind]}: {message.subject}
            </span>
            <span className={css.ways}>{ways(message)}</span>
            <Badge tone={tones[message.state]}>{states[message.state]}</Badge>
            {message.replies > 0 && (
              <Badge tone="accent">{message.replies === 1 ? '1 answer' : `${message.replies} answers`}</Badge>
            )}
            {message.recipientId !== null && (
              <Button
                variant="quiet"
                aria-label={`Show what was sent: ${message.subject}`}
                onClick={() => setShown(message.recipientId ?? 0)}
              >
                Show
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown > 0 && (
        <Suspense>
          <CopyDialog recipientId={shown} onClose={() => setShown(0)} />
        </Suspense>
      )}
    </Panel>
  )
}

const kinds = {
  'trial-reminder': 'Reminder of the trial',
  'join-invitation': 'Invitation to join',
  note: 'Note',
  message: 'Message',
  automation: 'Automatic message',
  received: 'Received',
}
const tones = {
  ...({ sent: 'plain', scheduled: 'neutral', cancelled: 'neutral', failed: 'bad' } as const),
  ...({ delivered: 'good', bounced: 'bad', complained: 'bad', uncertain: 'warn', received: 'accent' } as const),
}
const states = {
  ...{ sent: 'Sent', scheduled: 'To be sent', cancelled: 'Not sent', failed: 'Failed' },
  ...{ delivered: 'Delivered', bounced: 'Came back', complained: 'Reported as spam', uncertain: 'Uncertain' },
  received: 'Received',
}

const ways = ({ byEmail, bySms }: Message) =>
  [byEmail && 'e-mail', bySms && 'text message'].filter(Boolean).join(' and ')
