import { getAutomationRuns } from '@honbu/contract/automations.ts'
import { dateTime } from '@honbu/contract/format.ts'
import { withTitles } from '@honbu/contract/merge-fields.ts'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './AutomationsTab.module.css'
import { loggedText, stateTexts } from './automation-text.ts'

interface Props {
  automation: { readonly automationId: number; readonly name: string }
  clubId: number
  onClose: () => void
}

/** Who is or was in an automation, with what happened to each. */
export function AutomationRuns({ automation: { automationId, name }, clubId, onClose }: Props) {
  const answer = useRead(getAutomationRuns, { id: automationId, clubId })
  return (
    <Dialog title={name} isOpen isWide onClose={onClose}>
      {!answer.data && answer.error && (
        <ErrorState title="It could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {!answer.data && !answer.error && <SkeletonRows count={4} height="3rem" />}
      {answer.data?.length === 0 && <EmptyState title="Nobody yet">It has not begun for any member.</EmptyState>}
      {answer.data && answer.data.length > 0 && (
        <ul className={css.list}>
          {answer.data.map(({ runId, memberId, memberName, timeZone, state, because, dueAt, log }) => (
            <li key={runId} className={css.run}>
              <p>
                <AppLink to={`/clubadmin/club/member/view/${memberId}`}>{memberName}</AppLink>{' '}
                <Badge tone={state === 'waiting' ? 'accent' : 'neutral'}>{stateTexts[state]}</Badge> {because}
                {dueAt && <span className={css.facts}>next {dateTime(new Date(dueAt), timeZone)}</span>}
              </p>
              <ul className={css.log}>
                {log.map(({ at, what, detail }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end
                  <li key={index}>
                    {dateTime(new Date(at), timeZone)} {loggedText(what)}
                    {what === 'waits' && ` until ${dateTime(new Date(detail), timeZone)}`}
                    {what !== 'waits' && detail && `: ${withTitles(detail)}`}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
