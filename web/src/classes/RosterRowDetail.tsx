import { mediumDate } from '@honbu/contract/format.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { RosterFlag } from './RosterFlag.tsx'
import css from './RosterRowDetail.module.css'
import type { RegisterRow } from './register-view.ts'
import type { Flag } from './roster-flags.ts'

/** What lies behind a row: why each flag is there, the dates, and the way to the member. */
export function RosterRowDetail({ row, flags }: { row: RegisterRow; flags: readonly Flag[] }) {
  return (
    <div className={css.detail}>
      {flags.length > 0 && (
        <ul className={css.flags}>
          {flags.map(flag => (
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
      <AppLink to={memberAddress(row.memberId)} className={buttonClass('secondary', css.link)}>
        Open {row.firstName || row.lastName}
      </AppLink>
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
