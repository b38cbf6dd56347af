import { consentKinds } from '@honbu/contract/consents.ts'
import { useId } from 'react'
import { FieldError } from '../ui/form/Field.tsx'
import css from './ConsentPanel.module.css'
import type { ConsentEntry } from './consent-words.ts'

interface Choice {
  flag: number
  isGiven: boolean
}

interface Props {
  value: readonly Choice[]
  /** What stands now. */
  stands: readonly ConsentEntry[]
  error: string | undefined
  inputRef: (input: HTMLInputElement | null) => void
  onChange: (choices: Choice[]) => void
}

const answers = [
  ['yes', 'Agrees', true],
  ['no', 'Does not agree', false],
  ['same', 'Nothing said', null],
] as const

/** Yes, no, or nothing said, for each communication flag. */
export function ConsentChoices({ value, stands, error, inputRef, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className={css.choices} aria-describedby={error ? `${id}-error` : undefined}>
      {error && <FieldError id={`${id}-error`} message={error} />}
      {consentKinds.map(({ flag, name }, index) => {
        const chosen = value.find(choice => choice.flag === flag)
        const now = stands.find(entry => entry.flag === flag)
        return (
          <fieldset key={flag} className={css.choice}>
            <legend>
              {name} <span className={css.soft}>{standing(now)}</span>
            </legend>
            <div className={css.options}>
              {answers.map(([key, text, isGiven], place) => (
                <label key={key} className={css.option}>
                  <input
                    ref={index === 0 && place === 0 ? inputRef : undefined}
                    type="radio"
                    name={`${id}-${flag}`}
                    checked={isGiven === (chosen?.isGiven ?? null)}
                    onChange={() => {
                      const others = value.filter(choice => choice.flag !== flag)
                      onChange(isGiven === null ? others : [...others, { flag, isGiven }])
                    }}
                  />
                  {text}
                </label>
              ))}
            </div>
          </fieldset>
        )
      })}
    </fieldset>
  )
}

function standing(entry: ConsentEntry | undefined): string {
  if (!entry) return '(not asked yet)'
  return entry.isGiven ? '(yes)' : '(no)'
}
