import { sendingHours } from '@honbu/contract/quiet-hours.ts'
import { useId } from 'react'
import css from './Messages.module.css'
import { leavesAt, type NightMessage, nightWords } from './night-words.ts'
import { SendTime } from './SendTime.tsx'

interface When {
  sendLocal: string | null
  perClubZone: boolean
}

interface Props {
  message: NightMessage
  value: When
  hasSeveralClubs: boolean
  onChange: (when: When) => void
  /** Whether what is written is now, or a whole day and time: until then `value` is what it was before. */
  onWhole: (isWhole: boolean) => void
  error?: string | undefined
}

/** Now, or at a time on the wall of the club, or of each club. */
export function WhenFields({ message, value, hasSeveralClubs, onChange, onWhole, error }: Props) {
  const { sendLocal, perClubZone } = value
  const name = useId()
  return (
    <fieldset className={css.fieldset}>
      <legend className={css.legend}>When it leaves</legend>
      <label className={css.choice}>
        <input
          type="radio"
          name={name}
          checked={sendLocal === null}
          onChange={() => {
            onWhole(true)
            onChange({ sendLocal: null, perClubZone: false })
          }}
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
          <SendTime
            value={sendLocal}
            onChange={local => onChange({ sendLocal: local, perClubZone })}
            onWhole={onWhole}
            error={error}
          />
          {leavesAt(message, sendLocal) !== sendLocal && (
            <p className={css.warning}>
              {nightWords(message)} This one waits until {sendingHours.from}.
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
