import { consentKinds, consentMethodNames, consentWording } from '@honbu/contract/consents.ts'
import { Select } from '../ui/Select.tsx'
import css from './Joining.module.css'
import type { ConsentHow } from './wizard.ts'

interface Props {
  clubName: string
  /** Who is asked: for a child the guardian. */
  asked: string
  /** sms 1, email 2, app 4, photo 8, other 16. */
  flags: number
  how: ConsentHow
  setFlags: (flags: number) => void
  setHow: (how: ConsentHow) => void
}

const ways = ['inPerson', 'paper', 'screen', 'phone', 'email'] as const

/** Each by itself, and none is needed to join. What is shown here is kept with the answer. */
export function AgreedTo({ clubName, asked, flags, how, setFlags, setHow }: Props) {
  return (
    <fieldset className={css.agreed}>
      <legend>What {asked} agrees to</legend>
      <p className={css.soft}>Nobody has to agree to join. It can be taken back at any time.</p>
      {consentKinds.map(({ flag, name, wording }) => (
        <label key={flag} className={css.check}>
          <input
            type="checkbox"
            checked={(flags & flag) !== 0}
            onChange={({ target }) => setFlags(target.checked ? flags | flag : flags & ~flag)}
          />
          <span>
            <strong>{name}.</strong> {consentWording(wording, clubName)}
          </span>
        </label>
      ))}
      {flags !== 0 && (
        <Select
          label="How it was given"
          options={ways.map(value => ({ value, text: consentMethodNames[value] }))}
          value={how}
          onChoose={setHow}
        />
      )}
    </fieldset>
  )
}
