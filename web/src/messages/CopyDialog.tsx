import { dateTime } from '@honbu/contract/format.ts'
import { getMessageCopy, stateWords } from '@honbu/contract/messages.ts'
import { useRead } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Messages.module.css'
import { stateTones } from './message-words.ts'
import { ShownCopy } from './ShownCopy.tsx'

/** Exactly what one person was sent, what became of it, and the answers. */
export function CopyDialog({ recipientId, onClose }: { recipientId: number; onClose: () => void }) {
  const answer = useRead(getMessageCopy, { id: recipientId })
  const sent = answer.data
  return (
    <Dialog title={sent ? `${sent.messageName}: ${sent.toName}` : 'Message'} isOpen isWide onClose={onClose}>
      {answer.error && !sent && <ErrorState title="The copy could not be loaded." error={answer.error} />}
      {!sent && !answer.error && <SkeletonRows count={3} height="3rem" />}
      {sent && (
        <div className={css.stack}>
          <Facts
            facts={[
              ['To', sent.toAddress],
              [
                'State',
                <Badge key="state" tone={stateTones[sent.state]}>
                  {stateWords[sent.state]}
                </Badge>,
              ],
              ['Why', sent.reason],
              ['Sent', sent.sentAt && dateTime(new Date(sent.sentAt), sent.timeZone)],
              ['Delivered', sent.deliveredAt && dateTime(new Date(sent.deliveredAt), sent.timeZone)],
            ]}
          />
          {sent.copy ? <ShownCopy copy={sent.copy} /> : <p className={css.soft}>It has not been written yet.</p>}
          {sent.answers.map(({ at, subject, text }) => (
            <section key={at} aria-label="Answer">
              <p className={css.legend}>
                Answer, {dateTime(new Date(at), sent.timeZone)} {subject}
              </p>
              <p className={css.text}>{text}</p>
            </section>
          ))}
        </div>
      )}
    </Dialog>
  )
}
