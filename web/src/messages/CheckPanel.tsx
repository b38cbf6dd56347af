import type { Output } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { checkMessage, type Gap } from '@honbu/contract/messages.ts'
import { refusals } from '@honbu/contract/reach.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRead } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import type { wholeOf } from './draft.ts'
import { GapChoice } from './GapChoice.tsx'
import css from './Messages.module.css'
import { nightWords } from './night-words.ts'
import { costWords, statusWords } from './sending-words.ts'

/** What a check says of sending. */
export interface Checked {
  /** How many get it. */
  readonly reached: number
  readonly answer: Output<typeof checkMessage>
  /** Of fields that are empty for some, how many nobody has decided about. */
  readonly open: number
}

interface Props {
  whole: ReturnType<typeof wholeOf>
  /** Whether it is to leave now, not at a time. */
  isNow: boolean
  /** Null while it is not known. */
  onChecked: (checked: Checked | null) => void
  onGaps: (gaps: Gap[]) => void
}

/** How many get it, who does not and why, what would be left blank, and what it costs. */
export function CheckPanel({ whole, isNow, onChecked, onGaps }: Props) {
  const answer = useRead(checkMessage, whole, { staleTime: 0, retry: false, placeholderData: keepPreviousData })
  const { gaps } = whole
  const { data, isPlaceholderData } = answer
  const gapOf = (field: string) => gaps.find(gap => gap.field === field)
  const open = data?.empty.filter(({ field }) => !gapOf(field)).length ?? 0
  const gets = data ? data.reached - data.leftOut : null
  useEffect(
    () => onChecked(!data || gets === null || isPlaceholderData ? null : { reached: gets, open, answer: data }),
    [data, gets, isPlaceholderData, open, onChecked],
  )
  if (answer.error && !data)
    return <ErrorState title="It cannot be sent like this." error={answer.error} retry={() => void answer.refetch()} />
  if (!data) return <SkeletonRows count={3} height="3rem" />
  const { total, refused, examined, empty, leftOut, waitsUntil } = data
  return (
    <Panel title={`${wholeNumber(data.reached - leftOut)} of ${wholeNumber(total)} get it`}>
      <div className={css.stack}>
        <p>{statusWords(data)}</p>
        {(refused.length > 0 || leftOut > 0) && (
          <ul className={css.list} aria-label="Who does not get it">
            {refused.map(({ reason, count }) => (
              <li key={reason}>
                {wholeNumber(count)}: {words[reason] ?? reason}
              </li>
            ))}
            {leftOut > 0 && <li>{wholeNumber(leftOut)}: Something that the message says is empty for them</li>}
          </ul>
        )}
        {whole.channel === 'sms' && <p>{costWords(data)}</p>}
        {waitsUntil !== null && isNow && (
          <p className={css.warning}>
            {nightWords(whole)} This one waits until {waitsUntil}.
          </p>
        )}
        {empty.map(each => (
          <GapChoice
            key={each.field}
            empty={each}
            chosen={gapOf(each.field)}
            onChoose={gap => onGaps([...gaps.filter(({ field }) => field !== each.field), ...(gap ? [gap] : [])])}
          />
        ))}
        {examined < data.reached && empty.length > 0 && (
          <p className={css.soft}>
            Of the first {wholeNumber(examined)} that were looked at. What is chosen holds for all others too.
          </p>
        )}
      </div>
    </Panel>
  )
}

const words: Readonly<Record<string, string>> = refusals
