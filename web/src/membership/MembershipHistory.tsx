import type { Output } from '@honbu/contract/endpoint.ts'
import { shortDate } from '@honbu/contract/format.ts'
import { getMembershipHistory } from '@honbu/contract/membership.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './Membership.module.css'

type Entry = Output<typeof getMembershipHistory>[number]

/** Every move there was, with its reason. */
export function MembershipHistory({ memberId, hasSeveral }: { memberId: number; hasSeveral: boolean }) {
  const answer = useRead(getMembershipHistory, { id: memberId })
  return (
    <Panel title="History" flush>
      {answer.error && !answer.data && (
        <ErrorState title="The history could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={3} height="2.5rem" />}
      {answer.data?.length === 0 && <EmptyState title="Nothing has changed yet" />}
      <ol className={css.history}>
        {(answer.data ?? []).map(entry => (
          <li key={entry.key} className={css.entry}>
            <span className={css.date}>{shortDate(entry.on)}</span>
            <span className={css.what}>
              <What entry={entry} />
              {entry.reason && <span className={css.soft}>{entry.reason}</span>}
            </span>
            <span className={css.soft}>
              {[hasSeveral && entry.clubName, entry.by || 'by itself'].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function What({ entry: { toStatusId, fromStatusId, planBefore, planAfter } }: { entry: Entry }) {
  if (toStatusId === null)
    return (
      <span>
        Plan: {planBefore ?? 'none'} → <strong>{planAfter}</strong>
      </span>
    )
  return (
    <span className={css.move}>
      {fromStatusId !== null && (
        <>
          <MemberStatus id={fromStatusId} /> <IconArrowRight size={16} aria-label="to" />
        </>
      )}
      <MemberStatus id={toStatusId} />
    </span>
  )
}
