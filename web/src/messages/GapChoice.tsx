import type { Output } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import type { checkMessage, Gap } from '@honbu/contract/messages.ts'
import { useEffect, useId, useState } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import css from './Messages.module.css'

type Empty = Output<typeof checkMessage>['empty'][number]

interface Props {
  empty: Empty
  /** Undefined: nothing is chosen yet. */
  chosen: Gap | undefined
  /** Null: what was chosen does not hold any more, and nothing else does yet. */
  onChoose: (gap: Gap | null) => void
}

/** Milliseconds after the last key until what stands there instead is told. */
const pause = 500

/** For whom a field is empty, and what becomes of them: left out, or something else stands in its place. */
export function GapChoice({ empty: { field, title, isAddress, count, people }, chosen, onChoose }: Props) {
  const name = useId()
  const [words, setWords] = useState(chosen?.instead ?? '')
  const [isInstead, setInstead] = useState((chosen?.instead ?? null) !== null)
  const told = chosen?.instead ?? null
  const written = words.trim()
  useEffect(() => {
    if (!isInstead || written === '' || written === told) return
    const timer = setTimeout(() => onChoose({ field, instead: written }), pause)
    return () => clearTimeout(timer)
  }, [isInstead, written, told, field, onChoose])
  const who = count === 1 ? 'One person has' : `${wholeNumber(count)} have`
  const isSettled = isInstead ? written !== '' : chosen !== undefined
  return (
    <fieldset className={css.gap} data-open={!isSettled || undefined}>
      <legend className={css.legend}>
        {who} nothing for “{title}”
      </legend>
      <details>
        <summary>Who</summary>
        <ul className={css.list} aria-label={`Who has nothing for “${title}”`}>
          {people.map(({ memberId, name }, index) => (
            <li key={memberId ?? `staff ${index}`}>
              {memberId === null ? name : <AppLink to={`/clubadmin/club/member/view/${memberId}`}>{name}</AppLink>}
            </li>
          ))}
          {count > people.length && <li>and {wholeNumber(count - people.length)} more</li>}
        </ul>
      </details>
      <label className={css.choice}>
        <input
          type="radio"
          name={name}
          checked={!isInstead && chosen !== undefined}
          onChange={() => {
            setInstead(false)
            onChoose({ field, instead: null })
          }}
        />
        <span>{count === 1 ? 'Leave this person out' : 'Leave them out'}</span>
      </label>
      {!isAddress && (
        <>
          <label className={css.choice}>
            <input
              type="radio"
              name={name}
              checked={isInstead}
              onChange={() => {
                setInstead(true)
                if (written === '') onChoose(null)
              }}
            />
            <span>Write something else in its place</span>
          </label>
          {isInstead && (
            <label className={css.label}>
              In place of “{title}”
              <input
                className={css.input}
                value={words}
                maxLength={200}
                onChange={event => {
                  setWords(event.target.value)
                  if (event.target.value.trim() === '') onChoose(null)
                }}
                onBlur={() => {
                  if (written !== '' && written !== told) onChoose({ field, instead: written })
                }}
              />
            </label>
          )}
        </>
      )}
      {!isSettled && (
        <p className={css.warning}>
          {isInstead ? 'Write what they read instead.' : 'Choose: nobody is sent a message with a gap in it.'}
        </p>
      )}
    </fieldset>
  )
}
