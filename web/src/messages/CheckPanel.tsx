import { currency, wholeNumber } from '@honbu/contract/format.ts'
import { checkMessage, type Gap } from '@honbu/contract/messages.ts'
import { refusals } from '@honbu/contract/reach.ts'
import { getTemplateChoices } from '@honbu/contract/templates.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRead } from '../app/api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import type { wholeOf } from './draft.ts'
import { GapChoice } from './GapChoice.tsx'
import css from './Messages.module.css'

/** What a check says of sending. */
export interface Checked {
  /** How many get it. */
  readonly reached: number
  /** Of fields that are empty for some, how many nobody has decided about. */
  readonly open: number
}

interface Props {
  whole: ReturnType<typeof wholeOf>
  /** Null while it is not known. */
  onChecked: (checked: Checked | null) => void
  onGaps: (gaps: Gap[]) => void
}

/** How many get it, who does not and why, what would be left blank, and what it costs. */
export function CheckPanel({ whole, onChecked, onGaps }: Props) {
  const answer = useRead(checkMessage, whole, { staleTime: 0, retry: false, placeholderData: keepPreviousData })
  const choices = useRead(getTemplateChoices, { clubId: whole.clubId })
  const { gaps } = whole
  const { data, isPlaceholderData } = answer
  const gapOf = (field: string) => gaps.find(gap => gap.field === field)
  const open = data?.empty.filter(({ field }) => !gapOf(field)).length ?? 0
  const gets = data ? data.reached - data.leftOut : null
  useEffect(
    () => onChecked(gets === null || isPlaceholderData ? null : { reached: gets, open }),
    [gets, isPlaceholderData, open, onChecked],
  )
  if (answer.error && !data)
    return <ErrorState title="It cannot be sent like this." error={answer.error} retry={() => void answer.refetch()} />
  if (!data) return <SkeletonRows count={3} height="3rem" />
  const { total, refused, examined, empty, segments, leftOut } = data
  const price = choices.data?.smsSegmentPrice
  return (
    <Panel title={`${wholeNumber(data.reached - leftOut)} of ${wholeNumber(total)} get it`}>
      <div className={css.stack}>
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
        {whole.channel === 'sms' && (
          <p className={css.soft}>
            {wholeNumber(segments)} parts{price !== undefined && <>, about {currency(segments * price)}</>}.
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
