import { useId } from 'react'
import css from './Messages.module.css'

interface When {
  sendLocal: string | null
  perClubZone: boolean
}

interface Props {
  value: When
  hasSeveralClubs: boolean
  onChange: (when: When) => void
  error?: string | undefined
}

/** Now, or at a time on the wall of the club, or of each club. */
export function WhenFields({ value: { sendLocal, perClubZone }, hasSeveralClubs, onChange, error }: Props) {
  const name = useId()
  return (
    <fieldset className={css.fieldset}>
      <legend className={css.legend}>When it leaves</legend>
      <label className={css.choice}>
        <input
          type="radio"
          name={name}
          checked={sendLocal === null}
          onChange={() => onChange({ sendLocal: null, perClubZone: false })}
        />
        <span>Now</span>
      </label>
      <label className={css.choice}>
        <input
          type="radio"
          name={name}
          checked={sendLocal !== null}
          onChange={() => onChange({ sendLocal: tomorrowMorning(), perClubZone })}
        />
        <span>At a time</span>
      </label>
      {sendLocal !== null && (
        <div className={css.stack}>
          <label className={css.label}>
            Day and time, by the clock of the club
            <input
              className={css.input}
              type="datetime-local"
              value={sendLocal}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? `${name}-error` : undefined}
              onChange={event =>
                event.target.value && onChange({ sendLocal: event.target.value.slice(0, 16), perClubZone })
              }
            />
          </label>
          {error && (
            <p className={css.error} id={`${name}-error`}>
              {error}
            </p>
          )}
          {hasSeveralClubs && (
            <label className={css.choice}>
              <input
                type="checkbox"
                checked={perClubZone}
                onChange={event => onChange({ sendLocal, perClubZone: event.target.checked })}
              />
              <span>Each club by its own clock, where they lie in several time zones</span>
            </label>
          )}
        </div>
      )}
    </fieldset>
  )
}

function tomorrowMorning(): string {
  const day = new Date()
  day.setDate(day.getDate() + 1)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}T09:00`
}
