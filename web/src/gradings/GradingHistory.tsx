import { mediumDate } from '@honbu/contract/format.ts'
import { getGradingHistory } from '@honbu/contract/gradings.ts'
import { IconArrowRight, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Belt } from '../ui/Belt.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './GradingHistory.module.css'

/** Every grading of a member, the latest first. */
export function GradingHistory({ memberId, name }: { memberId: number; name: string }) {
  const history = useRead(getGradingHistory, { id: memberId })
  if (history.error && !history.data)
    return (
      <ErrorState
        title="The gradings could not be loaded."
        error={history.error}
        retry={() => void history.refetch()}
      />
    )
  if (!history.data) return <Skeleton height="60px" />
  if (history.data.length === 0) return <p className={css.none}>No gradings so far.</p>
  return (
    <ol className={css.history} aria-label={`Gradings of ${name}`}>
      {history.data.map(entry => (
        <li key={entry.id}>
          <span className={css.date}>{mediumDate(entry.gradedOn)}</span>
          <Badge
            tone={entry.passed ? 'good' : 'bad'}
            icon={
              entry.passed ? (
                <IconCircleCheck size={14} aria-hidden="true" />
              ) : (
                <IconCircleX size={14} aria-hidden="true" />
              )
            }
          >
            {entry.passed ? 'Passed' : 'Not passed'}
          </Badge>
          <span className={css.belts}>
            {entry.from && (
              <>
                <Belt belt={entry.from} barOnly />
                <IconArrowRight size={14} aria-label="to" />
              </>
            )}
            <Belt belt={entry.to} />
          </span>
          <span className={css.words}>
            {[entry.disciplineName, entry.className || entry.clubName, entry.progress, entry.by && `by ${entry.by}`]
              .filter(Boolean)
              .join(' · ')}
            {entry.reason && <span> · Reason: {entry.reason}</span>}
            {entry.note && <span> · {entry.note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
