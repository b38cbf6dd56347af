import { mediumDate } from '@honbu/contract/format.ts'
import { IconPhone } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { telOf } from '../ui/tel.ts'
import { PinnedNotes } from './PinnedNotes.tsx'
import { RosterFlag } from './RosterFlag.tsx'
import css from './RosterRowDetail.module.css'
import type { RegisterRow } from './register-view.ts'
import type { Flag } from './roster-flags.ts'

const RowActions = lazy(() => import('./RowActions.tsx').then(({ RowActions }) => ({ default: RowActions })))

interface Props {
  row: RegisterRow
  flags: readonly Flag[]
  classId: number
  classDate: string
  className: string
}

/** What lies behind a row: why each flag is there, the pinned notes, the dates, and what can be done. */
export function RosterRowDetail({ row, flags, ...register }: Props) {
  // The notes themselves are above.
  const reasons = flags.filter(({ kind }) => kind !== 'notes' && kind !== 'health')
  return (
    <div className={css.detail}>
      {row.healthNotes.length > 0 && (
        <ul className={css.health} aria-label="Health">
          {row.healthNotes.map(({ subject, note }) => (
            <li key={`${subject} ${note}`}>
              <strong>{subject}</strong>
              {note && `: ${note}`}
            </li>
          ))}
        </ul>
      )}
      {row.emergencyContacts.length > 0 && (
        <ul className={css.calls} aria-label="Emergency contacts">
          {row.emergencyContacts.map(({ name, relationship, phone }) => (
            <li key={`${name} ${phone}`}>
              <a href={telOf(phone)} className={buttonClass('secondary', css.link)}>
                <IconPhone size={18} aria-hidden="true" />
                {name}
                {relationship && `, ${relationship.toLowerCase()}`} {phone}
              </a>
            </li>
          ))}
        </ul>
      )}
      {row.pinnedNotes > row.healthNotes.length && (
        <PinnedNotes
          memberId={row.memberId}
          count={row.pinnedNotes - row.healthNotes.length}
          isShown={({ subject, note }) => !row.healthNotes.some(each => each.subject === subject && each.note === note)}
        />
      )}
      {reasons.length > 0 && (
        <ul className={css.flags}>
          {reasons.map(flag => (
            <li key={flag.kind}>
              <RosterFlag flag={flag} isShort />
              <span>{flag.why}</span>
            </li>
          ))}
        </ul>
      )}
      <dl className={css.facts}>
        <Fact term="Member" text={row.code} />
        <Fact term="Enrolled" text={dateOr(row.dateAdded, 'no')} />
        <Fact term="Last attendance" text={dateOr(row.lastAttendance, 'never')} />
        <Fact term="Last grading" text={dateOr(row.lastGrading, 'none')} />
      </dl>
      <div className={css.actions}>
        <AppLink to={memberAddress(row.memberId)} className={buttonClass('secondary', css.link)}>
          Open {row.firstName || row.lastName}
        </AppLink>
        <Suspense>
          <RowActions row={row} {...register} />
        </Suspense>
      </div>
    </div>
  )
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{text}</dd>
    </div>
  )
}

const dateOr = (date: string | null, nothing: string) => (date ? mediumDate(date) : nothing)
