import { addDays, ageOn } from '@honbu/contract/calendar.ts'
import { consentKinds, consentWording } from '@honbu/contract/consents.ts'
import { communication } from '@honbu/contract/ids.ts'
import { type Clock, earlier } from './clock.ts'
import type { Membership } from './memberships.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'
import type { Staff } from './staff.ts'

const shareWithdrawn = 0.05

/** How the memberships came by their communication flags, and what the guardians have agreed to themselves. */
export function addConsents(
  rows: DemoRows,
  memberships: readonly Membership[],
  staff: ReadonlyMap<number, Staff>,
  clock: Clock,
): void {
  const flagsOf = new Map(rows.club_member.map(row => [row.id, row.communication_flags ?? 0]))
  const guardians = guardiansOf(rows)
  // Who trains has a form of his own.
  const told = new Set(memberships.map(({ member, club }) => `${member.personId} ${club.id}`))
  for (const { id, member, club, joined, enquired } of memberships) {
    const random = randomFor(`consents ${id}`)
    const day = joined ?? enquired
    const isChild = ageOn(member.dob, clock.today) < 18
    const [guardian] = guardians.get(member.id) ?? []
    const { admin } = staff.get(club.id) ?? {}
    const paper: Paper = {
      ...{ rows, random, clock, day, clubId: club.id, clubName: club.name },
      accountId: admin?.accountId ?? null,
    }
    say(paper, member.personId, flagsOf.get(id) ?? 0, isChild ? (guardian ?? null) : member.personId)
    // A guardian says it once, for all of the children.
    for (const personId of guardians.get(member.id) ?? []) {
      const key = `${personId} ${club.id}`
      if (told.has(key)) continue
      told.add(key)
      const flags = (random.chance(0.6) ? communication.sms : 0) + (random.chance(0.8) ? communication.email : 0)
      say(paper, personId, flags, personId)
    }
  }
}

interface Paper {
  readonly rows: DemoRows
  readonly random: Random
  readonly clock: Clock
  readonly day: string
  readonly clubId: number
  readonly clubName: string
  readonly accountId: number | null
}

/** What is ticked on the form of the day of joining; a few take something back by phone later. */
function say({ rows, random, clock, day, ...club }: Paper, personId: number, flags: number, giver: number | null) {
  const how = random.pick(['paper', 'paper', 'screen'] as const)
  const ofPerson = { person_id: personId, club_id: club.clubId, given_by_person_id: giver, account_id: club.accountId }
  for (const { flag, wording } of consentKinds) {
    const stands = (flags & flag) !== 0
    const text = { wording: consentWording(wording, club.clubName) }
    const written = { ...ofPerson, flag, given_on: day, how, ...text, recorded_at: at(day, '18:05') }
    const isWithdrawn = !stands && random.chance(shareWithdrawn)
    // Not everybody was asked about everything.
    if (!stands && !isWithdrawn && random.chance(0.5)) continue
    rows.consent.push({ ...written, is_given: stands || isWithdrawn })
    if (!isWithdrawn) continue
    const on = earlier(addDays(day, random.between(20, 200)), clock.today)
    // By the link in a newsletter, which nobody writes down; or by a call.
    const isMail = flag === communication.email
    const said = isMail
      ? { how: 'link', ...text, account_id: null, given_by_person_id: personId }
      : { how: 'phone', wording: '' }
    rows.consent.push({ ...ofPerson, flag, is_given: false, given_on: on, recorded_at: at(on, '10:20'), ...said })
  }
}

/** The people of each member's guardians, the first who is called first. */
function guardiansOf(rows: DemoRows): ReadonlyMap<number, readonly number[]> {
  const guardians = new Map<number, number[]>()
  for (const { member_id, person_id } of rows.member_contact)
    guardians.set(member_id, [...(guardians.get(member_id) ?? []), person_id])
  return guardians
}
