import { addDays, addMonths, daysBetween } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type Clock, earlier, later } from './clock.ts'
import type { DemoClub } from './clubs.ts'
import type { DemoMember } from './families.ts'
import { type Random, randomFor } from './random.ts'

/** What became of the families that ever asked, in percent. */
const fates = [
  [memberStatus.active, 70],
  [memberStatus.issue, 3],
  [memberStatus.lapsed, 12],
  [memberStatus.prospect, 5],
  [memberStatus.enquiry, 4],
  [memberStatus.notInterested, 3],
  [memberStatus.unconverted, 3],
] as const
/** A family member who decides for him- or herself. */
const shareOfOwnMind = 0.15
const shareJoinedThisWeek = 0.03
const shareWhoCameBack = 0.07
const shareOfPastIssues = 0.04
/** Days a trial lasts; after it a prospect is unconverted. */
const trialDays = 28

const lapseReasons = ['Moved away', 'Lost interest', 'Cost', 'Injury', 'No time', 'Other sport'] as const
const refusals = [
  'Too far',
  'Too expensive',
  'Times do not suit',
  'Chose another club',
  'Child did not like it',
] as const

export interface StatusChange {
  readonly from: number | null
  readonly to: number
  readonly on: string
  readonly reason: string | null
}

/** What happened between a member and a club, in dates. */
export interface Membership {
  readonly id: number
  readonly member: DemoMember
  readonly club: DemoClub
  readonly status: number
  readonly enquired: string
  readonly trialStart: string | null
  readonly joined: string | null
  readonly lapsed: string | null
  /** The time between lapsing and coming back: [from, until). */
  readonly away: { readonly from: string; readonly until: string } | null
  readonly changes: readonly StatusChange[]
}

/** The first membership of every member, in the club of the family. */
export function membershipsOf(members: readonly DemoMember[], clock: Clock): Membership[] {
  const random = randomFor('memberships')
  const familyFates = new Map<number, number>()
  return members.map((member, index) => {
    const shared = familyFates.get(member.family) ?? random.weighted(fates)
    familyFates.set(member.family, shared)
    const drawn = random.chance(shareOfOwnMind) ? random.weighted(fates) : shared
    // Member 1 is on tonight's register.
    const status = index === 0 ? memberStatus.active : drawn
    return { id: index + 1, member, club: member.club, status, ...story(random, clock, member, status) }
  })
}

/** A second membership, at the head office, of someone who trains for the higher belts. */
export function honbuMembership(id: number, first: Membership, honbu: DemoClub, clock: Clock): Membership | null {
  if (!first.joined) return null
  const random = randomFor(`honbu ${first.member.id}`)
  const joined = addDays(first.joined, random.between(500, 700))
  if (joined > addDays(clock.today, -30)) return null
  const enquired = addDays(joined, -10)
  const changes = [
    { from: null, to: memberStatus.enquiry, on: enquired, reason: null },
    { from: memberStatus.enquiry, to: memberStatus.prospect, on: enquired, reason: null },
    { from: memberStatus.prospect, to: memberStatus.active, on: joined, reason: null },
  ]
  return {
    id,
    member: first.member,
    club: honbu,
    status: memberStatus.active,
    enquired,
    trialStart: enquired,
    joined,
    lapsed: null,
    away: null,
    changes,
  }
}

type Story = Pick<Membership, 'enquired' | 'trialStart' | 'joined' | 'lapsed' | 'away' | 'changes'>

/** A history that ends in `status`, made only of the moves that the product allows. */
function story(random: Random, clock: Clock, member: DemoMember, status: number): Story {
  const { today } = clock
  const { active, enquiry, issue, lapsed, notInterested, prospect, unconverted } = memberStatus
  switch (status) {
    case enquiry:
      return unjoined(daysAgo(random.between(0, 60)), null, [])
    case prospect: {
      // A third of them this week: that is what a dashboard shows first.
      const trialStart = random.chance(0.35) ? thisWeek(random, clock) : daysAgo(random.between(0, trialDays - 4))
      return unjoined(addDays(trialStart, -random.between(0, 9)), trialStart, [])
    }
    case unconverted: {
      const trialStart = daysAgo(random.between(trialDays + 1, 400))
      const on = addDays(trialStart, trialDays)
      return unjoined(addDays(trialStart, -random.between(0, 9)), trialStart, [
        { from: prospect, to: unconverted, on, reason: 'Trial ended' },
      ])
    }
    case notInterested: {
      const enquired = daysAgo(random.between(21, 420))
      const trialStart = random.chance(0.5) ? addDays(enquired, random.between(0, 7)) : null
      const on = addDays(trialStart ?? enquired, random.between(1, 13))
      const from = trialStart ? prospect : enquiry
      return unjoined(enquired, trialStart, [{ from, to: notInterested, on, reason: random.pick(refusals) }])
    }
    case lapsed: {
      const on = daysAgo(random.between(3, 500))
      const joined = joinedBefore(random, member, addDays(on, -60))
      const change = { from: active, to: lapsed, on: later(on, addDays(joined, 30)), reason: random.pick(lapseReasons) }
      return { ...joining(random, joined, [change]), lapsed: change.on, away: null }
    }
    case issue: {
      const on = daysAgo(random.between(2, 28))
      const joined = joinedBefore(random, member, addDays(on, -62))
      const change = { from: active, to: issue, on, reason: 'Collection failed' }
      return { ...joining(random, joined, [change]), lapsed: null, away: null }
    }
    default:
      return activeStory(random, clock, member)
  }

  function daysAgo(days: number): string {
    return later(addDays(today, -days), member.club.opened)
  }
}

function activeStory(random: Random, clock: Clock, member: DemoMember): Story {
  const { active, issue, lapsed } = memberStatus
  if (random.chance(shareJoinedThisWeek)) {
    return { ...joining(random, thisWeek(random, clock), []), lapsed: null, away: null }
  }
  const joined = joinedBefore(random, member, addDays(clock.today, -7))
  const months = daysBetween(joined, clock.today) / 30
  if (months > 14 && random.chance(shareWhoCameBack)) {
    const from = addDays(joined, random.between(150, 300))
    const until = addDays(from, random.between(31, 100))
    const back = [
      { from: active, to: lapsed, on: from, reason: random.pick(lapseReasons) },
      { from: lapsed, to: active, on: until, reason: 'Renewed' },
    ]
    return { ...joining(random, joined, back), lapsed: null, away: { from, until } }
  }
  if (months > 4 && random.chance(shareOfPastIssues)) {
    const on = addDays(clock.today, -random.between(45, 90))
    const settled = [
      { from: active, to: issue, on, reason: 'Collection failed' },
      { from: issue, to: active, on: addDays(on, random.between(2, 20)), reason: 'Paid' },
    ]
    return { ...joining(random, joined, settled), lapsed: null, away: null }
  }
  return { ...joining(random, joined, []), lapsed: null, away: null }
}

/** Half of the members came within the last year and a half; some have been there since the club opened. Nobody joins below four. */
function joinedBefore(random: Random, member: DemoMember, latest: string): string {
  const days = Math.round(-Math.log(1 - random.next()) * 760)
  const earliest = later(addDays(member.club.opened, 14), addMonths(member.dob, 48))
  const joined = later(addDays(latest, -days), addDays(earliest, random.between(0, 40)))
  return earlier(joined, latest)
}

/** Enquiry, trial, membership. */
function joining(random: Random, joined: string, after: readonly StatusChange[]) {
  const trialStart = addDays(joined, -random.between(3, 14))
  const enquired = addDays(trialStart, -random.between(0, 9))
  const { active, enquiry, prospect } = memberStatus
  const changes: StatusChange[] = [
    { from: null, to: enquiry, on: enquired, reason: null },
    { from: enquiry, to: prospect, on: trialStart, reason: null },
    { from: prospect, to: active, on: joined, reason: null },
    ...after,
  ]
  return { enquired, trialStart, joined, changes }
}

function unjoined(enquired: string, trialStart: string | null, after: readonly StatusChange[]): Story {
  const { enquiry, prospect } = memberStatus
  const changes: StatusChange[] = [{ from: null, to: enquiry, on: enquired, reason: null }]
  if (trialStart) changes.push({ from: enquiry, to: prospect, on: trialStart, reason: null })
  return { enquired, trialStart, joined: null, lapsed: null, away: null, changes: [...changes, ...after] }
}

/** A day from Monday to today. */
const thisWeek = (random: Random, clock: Clock) =>
  addDays(clock.monday, random.between(0, daysBetween(clock.monday, clock.today)))
