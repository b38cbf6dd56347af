import type { Audience } from '@honbu/contract/audience.ts'
import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus, messageParameter } from '@honbu/contract/ids.ts'
import type { Clock } from './clock.ts'
import type { Membership } from './memberships.ts'
import { at, type DemoRows } from './rows.ts'

/** One in so many addresses does not work any more. */
const oneIn = 45

/** Audiences that a franchise club uses again, and addresses from which messages came back or which said stop. */
export function addAudiences(rows: DemoRows, memberships: readonly Membership[], clock: Clock): void {
  const { active, issue, lapsed, enquiry, prospect } = memberStatus
  const status = (...values: number[]) => ({ parameterId: messageParameter.memberStatus, values })
  const squad = { parameterId: messageParameter.tags, values: [1] }
  const audience = (name: string, conditions: Audience) =>
    rows.audience.push({ club_id: 1, root_club_id: 1, name, conditions })
  audience('Training now, but for the squad', { include: [status(active, issue)], exclude: [squad] })
  audience('Come back to us', { include: [status(lapsed, prospect, enquiry)], exclude: [] })

  const people = new Map(rows.person.map(person => [person.id, person]))
  const told = new Set<string>()
  for (const { member, club } of memberships) {
    if (member.personId % oneIn > 1) continue
    const { email, phone_mob: phone } = people.get(member.personId) ?? {}
    const since = at(addDays(clock.today, -3 - (member.personId % 80)), '09:12')
    const isMail = member.personId % oneIn === 0
    const number = phone?.replaceAll(' ', '').replace(/^0/, '+44')
    const address = isMail ? email : number
    if (!address || told.has(`${club.rootId} ${address}`)) continue
    told.add(`${club.rootId} ${address}`)
    const what = isMail
      ? { channel: 'email', reason: 'bounced', detail: '550 5.1.1 The mailbox does not exist' }
      : { channel: 'sms', reason: 'stop', detail: 'STOP' }
    rows.undeliverable.push({ root_club_id: club.rootId, address, since, ...what })
  }
}
