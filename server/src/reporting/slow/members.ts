import { addDays, daysBetween, monthsBetween, todayIn } from '@honbu/contract/calendar.ts'
import { memberStatus, subFrequency } from '@honbu/contract/ids.ts'
import type { CountFor } from '../buckets.ts'
import type { WholeTables } from './whole-tables.ts'

const { active, issue, lapsed, prospect } = memberStatus
const isOfMember = (status: number) => status === active || status === issue || status === lapsed
const isGoing = (status: number) => status === active || status === issue

interface Step {
  readonly on: string
  readonly status: number
}

/** What a membership has been, one step after the other: as its history says, and at the end as it is. */
function stepsOf(tables: WholeTables, own: WholeTables['club_member'][number]): Step[] {
  const club = tables.club.find(({ id }) => id === own.club_id)
  const told = tables.member_status_change
    .filter(change => change.club_member_id === own.id)
    .map(change => ({ on: change.changed_on, status: change.to_status_id }))
    .sort((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)))
  const asMember = told.filter(({ status }) => isOfMember(status))
  const last = asMember.at(-1) ?? told.at(-1)
  const entered = todayIn(club?.time_zone ?? '', own.date_added)
  if (last?.status !== own.member_status_id) told.push({ on: last?.on ?? entered, status: own.member_status_id })
  // Stable, so that what comes last on a day stays last.
  told.sort((a, b) => (a.on < b.on ? -1 : Number(a.on > b.on)))
  const steps: Step[] = []
  let wasMember = false
  for (const step of told) {
    if (wasMember && !isOfMember(step.status)) continue
    wasMember ||= isOfMember(step.status)
    steps.push(step)
  }
  return steps
}

/** A day's terms: those that were kept until the first day after it, or the present ones. */
function termsOn(tables: WholeTables, own: WholeTables['club_member'][number], day: string) {
  const [kept] = tables.membership_terms
    .filter(terms => terms.club_member_id === own.id && terms.until_on > day)
    .sort((a, b) => (a.until_on < b.until_on ? -1 : Number(a.until_on > b.until_on) || a.id - b.id))
  const { training_plan_id: plan, sub_frequency_id: frequency, sub_price_pence: pence } = kept ?? own
  return { plan, frequency, pence, isPaid: pence === null ? plan !== null : pence > 0 }
}

const monthsOf: Readonly<Record<number, number>> = {
  [subFrequency.weekly]: 12 / 52,
  [subFrequency.monthly]: 1,
  [subFrequency.quarterly]: 3,
  [subFrequency.yearly]: 12,
}

const aMonth = (pence: number | null, frequency: number | null) => {
  const months = monthsOf[frequency ?? 0]
  // To the penny for each, as in the list.
  return months === undefined ? 0 : Math.round((pence ?? 0) / months)
}

/** What a membership is on an evening. */
export function stateOn(tables: WholeTables, own: WholeTables['club_member'][number], evening: string) {
  const status = stepsOf(tables, own).findLast(({ on }) => on <= evening)?.status ?? null
  const { isPaid, pence, frequency } = termsOn(tables, own, evening)
  const freeze = tables.membership_freeze.find(
    each =>
      each.club_member_id === own.id && each.frozen_from <= evening && (each.frozen_until ?? '9999-12-31') >= evening,
  )
  const goes = status !== null && isGoing(status)
  return {
    isActive: goes && isPaid && !freeze,
    isIssue: goes && isPaid && !freeze && status === issue,
    isFrozen: goes && isPaid && freeze !== undefined,
    isFree: goes && !isPaid,
    isTrial: status === prospect && own.trial_start !== null && own.trial_start <= evening,
    aMonth: goes && isPaid ? aMonth(freeze ? freeze.price_pence : pence, frequency) : 0,
  }
}

/** When somebody joined, came back and left. */
export function movesOf(tables: WholeTables, own: WholeTables['club_member'][number]) {
  const moves: { on: string; what: 'join' | 'rejoin' | 'lapse'; since: string | null }[] = []
  let was = 0
  for (const { on, status } of stepsOf(tables, own)) {
    if (isGoing(status) && !isGoing(was))
      moves.push({ on, what: moves.length === 0 ? 'join' : 'rejoin', since: moves.at(-1)?.on ?? null })
    if (!isGoing(status) && isGoing(was)) moves.push({ on, what: 'lapse', since: moves.at(-1)?.on ?? null })
    was = status
  }
  return moves
}

/** By the same names as the fast one. */
export function slowMembers(tables: WholeTables, { clubIds, buckets, now }: CountFor) {
  return clubIds.flatMap(clubId => {
    const today = todayIn(tables.club.find(({ id }) => id === clubId)?.time_zone ?? '', now)
    const own = tables.club_member.filter(each => each.club_id === clubId)
    return buckets.map(({ from, until }, bucket) => {
      const on = (evening: string) => own.map(each => stateOn(tables, each, evening < today ? evening : today))
      const [start, end] = [on(addDays(from, -1)), on(until)]
      const moves = own
        .flatMap(each => movesOf(tables, each))
        .filter(move => move.on >= from && move.on <= until && move.on <= today)
      const lapses = moves.filter(({ what }) => what === 'lapse')
      const rejoins = moves.filter(({ what }) => what === 'rejoin')
      let memberDays = 0
      for (let day = from; day <= until && day <= today; day = addDays(day, 1))
        memberDays += on(day).filter(({ isActive }) => isActive).length
      return {
        ...{ clubId, bucket },
        activeAtStart: start.filter(({ isActive }) => isActive).length,
        activeAtEnd: end.filter(({ isActive }) => isActive).length,
        issueAtEnd: end.filter(({ isIssue }) => isIssue).length,
        frozenAtEnd: end.filter(({ isFrozen }) => isFrozen).length,
        freeAtEnd: end.filter(({ isFree }) => isFree).length,
        trialsAtEnd: end.filter(({ isTrial }) => isTrial).length,
        mrr: end.reduce((sum, each) => sum + each.aMonth, 0),
        memberDays,
        joins: moves.filter(({ what }) => what === 'join').length,
        rejoins: rejoins.length,
        recaptured: rejoins.filter(({ on, since }) => daysBetween(since ?? on, on) >= 30).length,
        lapses: lapses.length,
        leavers: lapses.length,
        leaverMonths: lapses.reduce((sum, { on, since }) => sum + monthsBetween(since ?? on, on), 0),
      }
    })
  })
}
