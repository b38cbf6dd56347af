import type { Output } from '@honbu/contract/endpoint.ts'
import { dateTime } from '@honbu/contract/format.ts'
import { getMessages } from '@honbu/contract/member-view.ts'
import { IconMail } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './MessagesPanel.module.css'
import type { MemberPanelProps } from './panel-props.ts'

type Message = Output<typeof getMessages>[number]

/** What was sent to a member, and what will be. */
export function MessagesPanel({ memberId }: MemberPanelProps) {
  const answer = useRead(getMessages, { id: memberId })
  if (answer.error && !answer.data)
    return (
      <ErrorState title="The messages could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!answer.data) return <SkeletonRows count={3} height="3rem" />
  if (answer.data.length === 0) {
    return (
      <EmptyState icon={<IconMail size={24} />} title="No messages yet">
        Reminders of a trial and notes that were sent stand here.
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
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const kinds = { 'trial-reminder': 'Reminder of the trial', 'join-invitation': 'Invitation to join', note: 'Note' }
const tones = { sent: 'plain', scheduled: 'neutral', cancelled: 'neutral', failed: 'bad' } as const
const states = { sent: 'Sent', scheduled: 'To be sent', cancelled: 'Not sent', failed: 'Failed' }

const ways = ({ byEmail, bySms }: Message) =>
  [byEmail && 'e-mail', bySms && 'text message'].filter(Boolean).join(' and ')
