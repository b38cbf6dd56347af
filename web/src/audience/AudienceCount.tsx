import { countAudience } from '@honbu/contract/audience.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { type Refusal, refusals } from '@honbu/contract/reach.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import css from './Audience.module.css'
import { AudienceNames } from './AudienceNames.tsx'
import type { AudienceQuestion } from './audience-question.ts'

/** How many are meant and reached, and why the others are not; each figure opens the names behind it. */
export function AudienceCount(question: AudienceQuestion) {
  // What is being changed is not counted at every click; an answer that nobody waits for any more is cancelled.
  const asked = useSettled(question, 300)
  const answer = useRead(countAudience, asked, { placeholderData: keepPreviousData })
  const [names, setNames] = useState<Refusal | 'reached' | 'all' | null>(null)
  const count = answer.data
  const isCounting = answer.isFetching || asked !== question
  return (
    <section className={css.count} aria-label="How many it reaches">
      <div aria-live="polite" aria-atomic="true" className={css.figures} data-counting={isCounting || undefined}>
        {answer.error ? (
          <p className={css.wrong}>{answer.error.message}</p>
        ) : (
          count && (
            <p className={css.total}>
              <strong className={css.figure}>{wholeNumber(count.reached)}</strong>
              <span>
                {count.reached === 1 ? 'message' : 'messages'} for {wholeNumber(count.total)}{' '}
                {count.total === 1 ? 'person' : 'people'}
              </span>
            </p>
          )
        )}
      </div>
      {count && !answer.error && (
        <div className={css.reasons}>
          <Button onClick={() => setNames('all')} disabled={count.total === 0}>
            Show names
          </Button>
          {count.refused.length > 0 && (
            <ul className={css.refused} aria-label="Who gets none">
              {count.refused.map(({ reason, count: refused }) => (
                <li key={reason}>
                  <button type="button" className={css.reason} onClick={() => setNames(reason)}>
                    <span className={css.reasonCount}>{wholeNumber(refused)}</span> {refusals[reason]}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {names && <AudienceNames question={asked} shown={names} onShow={setNames} onClose={() => setNames(null)} />}
    </section>
  )
}

/** The value as it was when it had not changed for a while; the same object as long as nothing in it has changed. */
function useSettled(value: AudienceQuestion, ms: number): AudienceQuestion {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState({ text, value })
  useEffect(() => {
    if (text === settled.text) return
    const timer = setTimeout(() => setSettled({ text, value }), ms)
    return () => clearTimeout(timer)
  }, [text, settled.text, value, ms])
  return text === settled.text ? value : settled.value
}
