import { dateTime, wholeNumber } from '@honbu/contract/format.ts'
import {
  channelWords,
  getMessage,
  leftOut,
  recipientStates,
  stateWords,
  statusWords,
} from '@honbu/contract/messages.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { AudienceText } from './AudienceText.tsx'
import { MessageActions } from './MessageActions.tsx'
import css from './Messages.module.css'
import { stateTones, summaryOf } from './message-words.ts'
import { RecipientsGrid } from './RecipientsGrid.tsx'
import { SendProgress } from './SendProgress.tsx'

const underWay = new Set(['preparing', 'sending'])

/** One message: how far it is, what it says, whom it is for, and what became of it with each. */
export function MessageView({ messageId, back }: { messageId: number; back: string }) {
  const answer = useRead(
    getMessage,
    { id: messageId },
    {
      // What is being sent is looked at again and again; the server has the progress, so a reload loses nothing.
      refetchInterval: query => (underWay.has(query.state.data?.status ?? '') ? 2000 : false),
    },
  )
  useFreshList(answer.data?.status)
  if (answer.error && !answer.data)
    return (
      <ErrorState title="The message could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!answer.data) return <SkeletonRows count={5} height="3rem" />
  const message = answer.data
  const { total } = summaryOf(message.counts)
  return (
    <div className={css.stack}>
      <p>
        <AppLink to={back}>All sent items</AppLink>
      </p>
      <Panel title={message.name} aside={<Badge>{statusWords[message.status]}</Badge>}>
        <div className={css.stack}>
          {underWay.has(message.status) || (message.status === 'paused' && total > 0) ? (
            <SendProgress message={message} />
          ) : null}
          {message.trouble && (
            <p className={css.warning} role="status">
              {message.trouble} {message.status === 'sending' && 'It is tried again by itself.'}
            </p>
          )}
          <div className={css.counts}>
            {recipientStates
              .filter(state => message.counts[state] > 0)
              .map(state => (
                <Badge key={state} tone={stateTones[state]}>
                  {wholeNumber(message.counts[state])} {stateWords[state].toLowerCase()}
                </Badge>
              ))}
            {total === 0 && <span className={css.soft}>Nobody has got it.</span>}
          </div>
          {message.refused.length > 0 && (
            <ul className={css.list} aria-label="Who was left out">
              {message.refused.map(({ reason, count }) => (
                <li key={reason}>
                  {wholeNumber(count)}: {words[reason] ?? reason}
                </li>
              ))}
            </ul>
          )}
          <Facts
            facts={[
              ['Sent by', channelWords[message.channel]],
              ['When', dateTime(new Date(message.sendAt), message.timeZone)],
              ['Who', message.sentBy || 'Honbu, by itself'],
              ['Club', message.clubNames.join(', ')],
              ['What for', message.purpose === 'marketing' ? 'News or an offer' : 'Service'],
              ['Answers', message.replies > 0 ? message.replies : null],
            ]}
          />
          <div className={css.actions}>
            <MessageActions message={message} />
            {!message.isAutomation && (
              <AppLink
                to={`/create-message/${message.clubId}`}
                search={{ again: String(message.id) }}
                className={buttonClass('secondary')}
              >
                Use again
              </AppLink>
            )}
          </div>
        </div>
      </Panel>
      {!message.isAutomation && <AudienceText message={message} />}
      <RecipientsGrid message={message} />
    </div>
  )
}

const words: Readonly<Record<string, string>> = leftOut

/** When it has ended, the list of recipients is read again. */
function useFreshList(status: string | undefined) {
  const client = useQueryClient()
  const before = useRef(status)
  useEffect(() => {
    if (before.current && before.current !== status) void client.invalidateQueries({ predicate: isRecipients })
    before.current = status
  }, [client, status])
}

const isRecipients = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  JSON.stringify(queryKey).includes('GetMessageRecipients')
