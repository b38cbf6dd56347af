import { type AutomationFields, getAutomationCatch } from '@honbu/contract/automations.ts'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './AutomationsTab.module.css'

interface Props {
  clubId: number
  asked: Pick<AutomationFields, 'trigger' | 'conditions'>
  onClose: () => void
}

/** Whom an automation would begin for today, as it stands on the screen. */
export function CatchDialog({ clubId, asked, onClose }: Props) {
  const answer = useRead(getAutomationCatch, { clubId, ...asked })
  const people = answer.data?.people ?? []
  const caught = people.filter(({ because }) => because === '').length
  return (
    <Dialog title="Who would be in it today" isOpen isWide onClose={onClose}>
      {!answer.data && answer.error && (
        <ErrorState title="It could not be tried out." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!answer.data && !answer.error && <SkeletonRows count={4} height="2rem" />}
      {answer.data && people.length === 0 && (
        <EmptyState title="Nobody today">Nothing has happened today that begins it. Tomorrow it may.</EmptyState>
      )}
      {people.length > 0 && (
        <>
          <p>
            {caught === 1 ? 'It would begin for one.' : `It would begin for ${caught}.`} Nothing is sent by looking.
            {answer.data?.isMore && ' There are more than are shown here.'}
          </p>
          <ul className={css.list}>
            {people.map(({ memberId, memberName, clubId: at, clubName, because }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one member may be there for two bookings, and nothing moves
              <li key={index} className={css.run}>
                <p>
                  <AppLink to={`/clubadmin/club/member/view/${memberId}`}>{memberName}</AppLink>
                  {at !== clubId && <span className={css.facts}> {clubName}</span>}{' '}
                  {because && <Badge>{because}</Badge>}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
