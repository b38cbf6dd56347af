import { currency, wholeNumber } from '@honbu/contract/format.ts'
import { checkMessage } from '@honbu/contract/messages.ts'
import { refusals } from '@honbu/contract/reach.ts'
import { getTemplateChoices } from '@honbu/contract/templates.ts'
import { useEffect } from 'react'
import { useRead } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import type { wholeOf } from './draft.ts'
import css from './Messages.module.css'

interface Props {
  whole: ReturnType<typeof wholeOf>
  onChecked: (reached: number | null) => void
}

/** How many get it, who does not and why, what would be left blank, and what it costs. */
export function CheckPanel({ whole, onChecked }: Props) {
  const answer = useRead(checkMessage, whole, { staleTime: 0, retry: false })
  const choices = useRead(getTemplateChoices, { clubId: whole.clubId })
  const reached = answer.data?.reached ?? null
  useEffect(() => onChecked(reached), [reached, onChecked])
  if (answer.error && !answer.data)
    return <ErrorState title="It cannot be sent like this." error={answer.error} retry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonRows count={3} height="3rem" />
  const { total, refused, examined, empty, segments } = answer.data
  const price = choices.data?.smsSegmentPrice
  return (
    <Panel title={`${wholeNumber(answer.data.reached)} of ${wholeNumber(total)} get it`}>
      <div className={css.stack}>
        {refused.length > 0 && (
          <ul className={css.list} aria-label="Who does not get it">
            {refused.map(({ reason, count }) => (
              <li key={reason}>
                {wholeNumber(count)}: {words[reason] ?? reason}
              </li>
            ))}
          </ul>
        )}
        {whole.channel === 'sms' && (
          <p className={css.soft}>
            {wholeNumber(segments)} parts{price !== undefined && <>, about {currency(segments * price)}</>}.
          </p>
        )}
        {empty.map(({ field, title, count, names }) => (
          <p key={field} className={css.warning}>
            {wholeNumber(count)} have nothing for “{title}” and would get a gap there: {names.join(', ')}
            {count > names.length && ' …'}
          </p>
        ))}
        {examined < answer.data.reached && empty.length > 0 && (
          <p className={css.soft}>Of the first {wholeNumber(examined)} that were looked at.</p>
        )}
      </div>
    </Panel>
  )
}

const words: Readonly<Record<string, string>> = refusals
