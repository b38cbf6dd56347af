import { consentKinds } from '@honbu/contract/consents.ts'
import { moment } from '../ui/moments.ts'
import css from './ConsentPanel.module.css'
import { byWhom, type ConsentEntry, howAndWhen } from './consent-words.ts'

/** Every entry that was ever made: who, when, how, and the text that was shown. */
export const ConsentHistory = ({ entries, hasClubs }: { entries: readonly ConsentEntry[]; hasClubs: boolean }) => (
  <details className={css.history}>
    <summary>History ({entries.length})</summary>
    <ol className={css.entries}>
      {entries.map(entry => (
        <li key={entry.consentId} className={css.entry}>
          <span>
            <strong>{entry.personName}</strong>: {kindOf(entry.flag)} {entry.isGiven ? 'agreed to' : 'not agreed to'},{' '}
            {howAndWhen(entry)}
            {hasClubs && ` (${entry.clubName})`}
          </span>
          <span className={css.soft}>
            {byWhom(entry)} on {moment(entry.recordedAt)}
          </span>
          {entry.wording && <blockquote className={css.wording}>{entry.wording}</blockquote>}
        </li>
      ))}
    </ol>
  </details>
)

const kindOf = (flag: number) => consentKinds.find(kind => kind.flag === flag)?.name ?? ''
