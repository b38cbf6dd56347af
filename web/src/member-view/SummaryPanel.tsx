import { longDate, shortDate } from '@honbu/contract/format.ts'
import { MemberReferrals } from '../marketing/MemberReferrals.tsx'
import { memberUpdateAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Panel } from '../ui/Panel.tsx'
import { telOf } from '../ui/tel.ts'
import { AtAGlance } from './AtAGlance.tsx'
import { memberTabAddress } from './member-tabs.ts'
import type { MemberPanelProps } from './panel-props.ts'
import css from './SummaryPanel.module.css'
import { Timeline } from './Timeline.tsx'

/** The member on one page: how to reach whom, the memberships in short, and what has happened. */
export function SummaryPanel({ memberId, details }: MemberPanelProps) {
  return (
    <div className={css.summary}>
      <AtAGlance memberId={memberId} />
      <div className={css.columns}>
        <Panel title="What has happened" flush>
          <Timeline memberId={memberId} />
        </Panel>
        <Side {...{ memberId, details }} />
      </div>
    </div>
  )
}

function Side({ memberId, details }: MemberPanelProps) {
  return (
    <div className={css.side}>
      {details.contacts.length > 0 && (
        <Panel title="Parents and contacts" aside={<AppLink to={memberTabAddress(memberId, 'contacts')}>All</AppLink>}>
          <ul className={css.list}>
            {details.contacts.map(contact => (
              <li key={contact.personId}>
                <span className={css.line}>
                  {contact.name}
                  {contact.relationship && <span className={css.soft}>{contact.relationship}</span>}
                  {contact.isGuardian && <Badge>Guardian</Badge>}
                  {contact.isEmergency && <Badge tone="accent">Emergency</Badge>}
                </span>
                <span className={css.line}>
                  {contact.phone && <Phone number={contact.phone} />}
                  {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Contact" aside={<AppLink to={memberUpdateAddress(memberId)}>Edit</AppLink>}>
        <Facts
          facts={[
            ['Mobile', details.phoneMob && <Phone number={details.phoneMob} />],
            ['Day', details.phoneDay && <Phone number={details.phoneDay} />],
            ['Evening', details.phoneEve && <Phone number={details.phoneEve} />],
            ['E-mail', details.email && <a href={`mailto:${details.email}`}>{details.email}</a>],
            ['Address', details.address],
            ['Born', details.dob && longDate(details.dob)],
            ['Gender', details.gender !== '-' && details.gender],
          ]}
        />
      </Panel>
      <Panel title="Memberships" aside={<AppLink to={memberTabAddress(memberId, 'membership')}>All</AppLink>}>
        <ul className={css.list}>
          {details.memberships.map(membership => (
            <li key={membership.clubMemberId}>
              <strong>{membership.clubName}</strong>
              <Facts
                facts={[
                  ['Since', dateText(membership.memberSince)],
                  ['Until', dateText(membership.memberUntil)],
                  ['Trial from', dateText(membership.trialStart)],
                  ['Renewal', dateText(membership.nextRenewal)],
                  ['Next payment', dateText(membership.nextPayment)],
                ]}
              />
            </li>
          ))}
        </ul>
      </Panel>
      <MemberReferrals
        memberId={memberId}
        name={`${details.firstName} ${details.lastName}`.trim()}
        today={details.today}
        clubIds={details.memberships.map(({ clubId }) => clubId)}
      />
    </div>
  )
}

const dateText = (date: string | null) => date && shortDate(date)

const Phone = ({ number }: { number: string }) => <a href={telOf(number)}>{number}</a>
