import { ageOn } from '@honbu/contract/calendar.ts'
import { currency, mediumDate, shortDate } from '@honbu/contract/format.ts'
import { IconSnowflake } from '@tabler/icons-react'
import { MemberStatus } from '../members/MemberStatus.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Belt } from '../ui/Belt.tsx'
import { dayAndMonthName } from '../ui/dates.ts'
import { HelpLink } from '../ui/HelpLink.tsx'
import { MemberActions } from './MemberActions.tsx'
import { MemberFlags } from './MemberFlags.tsx'
import css from './MemberHeader.module.css'
import { memberTabAddress } from './member-tabs.ts'
import type { MemberDetails } from './panel-props.ts'

/** Who it is, at a glance: photo, name, age, status, belts, plan, balance, and what to mind. */
export function MemberHeader({ details }: { details: MemberDetails }) {
  const { firstName, lastName, code, dob, today, memberships, belts } = details
  const several = memberships.length > 1
  return (
    <header className={css.header}>
      <Avatar {...details} size="large" />
      <div className={css.words}>
        <div className={css.named}>
          <h1 className={css.name} tabIndex={-1}>
            {`${firstName} ${lastName}`.trim()}
          </h1>
          <HelpLink />
        </div>
        <p className={css.line}>
          {dob && (
            <span title={`Born ${shortDate(dob)}`}>
              {ageText(dob, today)}, birthday {dayAndMonthName(dob)}
            </span>
          )}
          <span>Code {code}</span>
          <span>
            {details.lastAttendance ? `Last came ${shortDate(details.lastAttendance)}` : 'Has not been to a class yet'}
          </span>
        </p>
        <ul className={css.memberships}>
          {memberships.map(membership => (
            <li key={membership.clubMemberId}>
              <MemberStatus id={membership.memberStatusId} />
              {membership.freeze && (
                <Badge tone="accent" icon={<IconSnowflake size={14} aria-hidden="true" />}>
                  {membership.freeze.until ? `Frozen until ${mediumDate(membership.freeze.until)}` : 'Frozen'}
                </Badge>
              )}
              {several && <span className={css.club}>{membership.clubName}</span>}
              <span className={css.plan}>{planText(membership)}</span>
            </li>
          ))}
        </ul>
        {(belts.length > 0 || details.tags.length > 0) && (
          <ul className={css.belts}>
            {belts.map(({ disciplineId, disciplineName, belt }) => (
              <li key={disciplineId}>
                <span className={css.discipline}>{disciplineName}</span>
                {belt ? <Belt belt={belt} /> : 'no grade yet'}
              </li>
            ))}
            {details.tags.map(tag => (
              <li key={`tag ${tag.id}`} className={css.tag}>
                {tag.name}
              </li>
            ))}
          </ul>
        )}
        <MemberFlags details={details} />
      </div>
      <div className={css.aside}>
        <MemberActions details={details} />
        <AppLink to={memberTabAddress(details.memberId, 'money')} className={css.balance}>
          <span className={css.label}>{balanceLabel(details.balance)}</span>
          <span className={css.amount}>{currency(Math.abs(details.balance))}</span>
          {details.debtInfo && <span className={css.overdue}>{details.debtInfo}</span>}
        </AppLink>
      </div>
    </header>
  )
}

const balanceLabel = (balance: number) => (balance < 0 ? 'Owes' : balance > 0 ? 'In credit' : 'Balance')

function ageText(dob: string, today: string): string {
  const age = ageOn(dob, today)
  return age === 1 ? '1 year old' : `${age} years old`
}

function planText({ planName, subPrice, subFrequency, categoryName }: MemberDetails['memberships'][number]) {
  const price = subPrice !== null && subFrequency && `${currency(subPrice)} ${subFrequency.toLowerCase()}`
  return [categoryName, planName, price].filter(Boolean).join(' · ')
}
