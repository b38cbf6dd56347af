import { consentKinds } from '@honbu/contract/consents.ts'
import { IconCheck, IconX } from '@tabler/icons-react'
import css from './ConsentPanel.module.css'
import { type ConsentEntry, howAndWhen } from './consent-words.ts'

interface Props {
  /** Where there are several. */
  clubName: string | undefined
  /** What stands of one person at one club. */
  entries: readonly ConsentEntry[]
}

/** Each communication flag with its state, and where that comes from. */
export const ConsentFlags = ({ clubName, entries }: Props) => (
  <div>
    {clubName && <p className={css.club}>{clubName}</p>}
    <dl className={css.flags}>
      {consentKinds.map(({ flag, name }) => (
        <div key={flag} className={css.flag}>
          <dt>{name}</dt>
          <dd>
            <State entry={entries.find(entry => entry.flag === flag)} />
          </dd>
        </div>
      ))}
    </dl>
  </div>
)

function State({ entry }: { entry: ConsentEntry | undefined }) {
  if (!entry) return <span className={css.unknown}>Not asked yet</span>
  return (
    <>
      <span className={`${css.state} ${entry.isGiven ? css.yes : css.no}`}>
        {entry.isGiven ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
        {entry.isGiven ? 'Yes' : 'No'}
      </span>
      <span className={css.how}>{howAndWhen(entry)}</span>
    </>
  )
}
