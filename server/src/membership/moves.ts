import { addDays } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { longDate } from '@honbu/contract/format.ts'
import { memberStatus, names } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/membership.ts'
import { sql } from 'kysely'
import { type BookingWrite, cancelBooking, moveListsOf } from '../bookings/index.ts'
import {
  chargeFromGivenBack,
  compareCharges,
  giveBackUnused,
  keepUnchargedDays,
  settleTerm,
  skipDaysAway,
  termAtLeaving,
  unchargedDays,
  unusedDays,
} from '../charging/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { changeStatus, leaveClasses } from '../members/index.ts'
import { demandCredit } from '../platform/access.ts'
import { pounds } from '../platform/money.ts'
import type { Read, Write } from '../platform/route.ts'
import { clubIdsAbove } from '../settings/index.ts'
import { auditMove } from './audit-move.ts'
import { type LockedMembership, lockMembership, refused } from './lock-membership.ts'
import { onlyMembership } from './only-membership.ts'

const { active, lapsed, issue, enquiry, prospect, notInterested: notInterestedId } = memberStatus

export async function renewMembership(context: Write, input: Input<typeof call.renewMembership>) {
  const { tx } = context
  const { id: memberId, nextRenewal, memberUntil, nextPayment, reason } = input
  const clubMemberId = await onlyMembership(context, input, [active, issue, lapsed])
  const before = await lockMembership(context, clubMemberId, memberId)
  const { today } = before
  for (const [field, value] of Object.entries({ nextRenewal, memberUntil, nextPayment }))
    if (value !== null && value < today) throw refused(400, field, 'Should not be in the past')
  if (![active, issue, lapsed].some(status => status === before.memberStatusId))
    throw refused(
      409,
      'memberStatusId',
      `The membership is “${names[before.memberStatusId]}”: only one that has been can be renewed.`,
    )
  if (before.memberStatusId === lapsed) {
    await skipDaysAway(context, { clubMemberId, lastDay: before.memberUntil, today })
    await changeStatus(context, {
      clubMemberId,
      clubId: before.clubId,
      to: active,
      on: today,
      ...(reason && { reason }),
    })
  }
  await tx
    .updateTable('club_member')
    .set({
      member_until: memberUntil,
      lapse_reason: null,
      lapse_gives_back: false,
      ...{ lapse_bound_until: null, lapse_term: null },
      next_renewal: nextRenewal,
      // What was due while it lay still is not asked for; what is due next stays as it was agreed.
      next_payment: nextPayment ?? (before.nextPayment && before.nextPayment >= today ? before.nextPayment : null),
    })
    .where('id', '=', clubMemberId)
    .execute()
  if (before.memberStatusId !== lapsed && nextPayment === null) await chargeFromGivenBack(tx, clubMemberId)
  return await auditMove(context, before)
}

export async function lapseMembership(context: Write, input: Input<typeof call.lapseMembership>) {
  const { id: memberId, reason, memberUntil, keepBookings, givesBack, term } = input
  // The ledger is always locked first.
  await lockAccounts(context.tx, [memberId])
  const clubMemberId = await onlyMembership(context, input, [active, issue])
  const before = await lockMembership(context, clubMemberId, memberId)
  const { clubId, today } = before
  const lastDay = lastDayOf(before, memberUntil)
  const { bound, gaps } = await termAtLeaving(context.tx, clubMemberId, { lastDay, today })
  const termPence = gaps.flatMap(({ periods }) => periods).reduce((sum, { price }) => sum + price.pence, 0)
  if (term === 'waive' && termPence > 0) demandCredit(context.user, clubId, termPence, 'term')
  if (lastDay > today) {
    await requireAlive(before)
    await context.tx
      .updateTable('club_member')
      .set({
        ...{ member_until: lastDay, lapse_reason: reason },
        ...{ lapse_bound_until: bound?.until ?? null, lapse_term: bound ? term : null },
      })
      .where('id', '=', clubMemberId)
      .execute()
    await chargeFromGivenBack(context.tx, clubMemberId)
    // At once, so that it reduces what is still to be collected. Who stays after all is charged for these days again.
    if (givesBack) {
      const paidUntil = bound && term === 'charge' ? bound.until : lastDay
      await giveBackUnused(context, { clubMemberId, clubId, memberId, today, lastDay: paidUntil })
    }
    return { ...(await auditMove(context, before)), memberUntil: lastDay, enrolmentsEnded: 0, bookingsCancelled: 0 }
  }
  const ended = await lapse(context, before, {
    ...{ reason, until: lastDay, keepBookings, givesBack },
    ...{ term, boundUntil: null },
  })
  return { ...(await auditMove(context, before)), memberUntil: lastDay, ...ended }
}

export async function previewLapse(read: Read, input: Input<typeof call.previewLapse>) {
  const { db, user, now } = read
  // Reading needs no lock; the transaction is for one picture of it all.
  const { whose, ...preview } = await db.transaction().execute(async tx => {
    const clubMemberId = await onlyMembership({ tx, user }, input, [active, issue])
    const membership = await lockMembership({ tx, now }, clubMemberId, input.id)
    const { today, memberId, clubId } = membership
    const memberUntil = lastDayOf(membership, input.memberUntil)
    const { bound, gaps: left } = await termAtLeaving(tx, clubMemberId, { lastDay: memberUntil, today })
    const term = left.flatMap(({ periods }) => periods).map(unchargedPeriod)
    const paidUntil = bound && input.term === 'charge' ? bound.until : memberUntil
    const changes = await unusedDays(tx, clubMemberId, paidUntil)
    // Up to a later day the runs go on.
    const gaps = memberUntil <= today ? await unchargedDays(tx, clubMemberId, memberUntil) : []
    const uncharged = gaps.flatMap(({ periods }) => periods)
    const owed = await tx
      .selectFrom('open_charge')
      .select(({ fn }) => fn.coalesce(fn.sum<number>('pence'), sql<number>`0`).as('pence'))
      .where('member_id', '=', memberId)
      .where('club_id', '=', clubId)
      .executeTakeFirstOrThrow()
    return {
      whose: { clubMemberId, memberId, today, goesOn: isAlive(membership) },
      memberUntil,
      givesBack: pounds(changes.reduce((sum, { before, after }) => sum + before - after, 0)),
      periods: changes.map(({ from, until, before, after }) => ({
        periodFrom: from,
        periodUntil: until,
        before: pounds(before),
        after: pounds(after),
      })),
      bound: bound && {
        ...bound,
        amount: pounds(left.flatMap(({ periods }) => periods).reduce((sum, { price }) => sum + price.pence, 0)),
        periods: term,
      },
      uncharged: uncharged.map(unchargedPeriod),
      owed: pounds(Number(owed.pence)),
    }
  })
  const { goesOn, ...membership } = whose
  const leaves = { ...input, clubMemberId: membership.clubMemberId, reason: 'On trial', keepBookings: true }
  const ahead = await compareCharges(
    read,
    membership,
    // Neither waiving nor giving back changes what is charged for the days of the membership.
    goesOn ? write => lapseMembership(write, { ...leaves, givesBack: false, term: 'charge' }) : null,
  )
  return { ...preview, ahead }
}

const unchargedPeriod = ({ from, until, price }: { from: string; until: string; price: { pence: number } }) => ({
  ...{ periodFrom: from, periodUntil: until, amount: pounds(price.pence) },
})

/** @throws Refused 400 for a day before the first */
function lastDayOf({ today, memberSince }: LockedMembership, memberUntil: string | null): string {
  if (memberUntil !== null && memberSince !== null && memberUntil < memberSince)
    throw refused(400, 'memberUntil', `Choose ${longDate(memberSince)}, when they joined, or a later day`)
  return memberUntil ?? today
}

const isAlive = ({ memberStatusId }: LockedMembership) => memberStatusId === active || memberStatusId === issue

/** The move names both states where there is none. */
async function requireAlive(membership: LockedMembership): Promise<void> {
  const { memberStatusId } = membership
  if (isAlive(membership)) return
  throw refused(409, 'memberStatusId', `A membership cannot go from “${names[memberStatusId]}” to “${names[lapsed]}”.`)
}

interface Lapse {
  readonly reason: string
  /** The last day of the membership. */
  readonly until: string
  readonly keepBookings: boolean
  /** Credits what was charged for later days. */
  readonly givesBack: boolean
  /** Null leaves out the days to the end of the minimum term or notice. */
  readonly term: 'charge' | 'waive' | null
  /** The end of that term as it was agreed; null works it out today. */
  readonly boundUntil: string | null
}

/** Ends a membership, also at night after its last day. Needs the member's account locked. */
export async function lapse(
  context: BookingWrite,
  membership: LockedMembership,
  { reason, until, keepBookings, givesBack, term, boundUntil }: Lapse,
) {
  const { tx } = context
  const { id, memberId, clubId, today } = membership
  await keepUnchargedDays(context, { clubMemberId: id, clubId, lastDay: until, today })
  const leaving = { ...{ clubMemberId: id, clubId, memberId, today }, lastDay: until }
  const { bound, gaps } = term
    ? await termAtLeaving(tx, id, { lastDay: until, today, boundUntil })
    : { bound: null, gaps: [] }
  if (term && bound) await settleTerm(context, { clubId, gaps, term, reason })
  await changeStatus(context, { clubMemberId: id, clubId, to: lapsed, on: today, reason })
  await tx
    .updateTable('club_member')
    .set({
      member_until: sql`greatest(${until}::date, member_since)`,
      next_renewal: null,
      next_payment: null,
      is_grading_candidate: false,
      lapse_reason: null,
      lapse_gives_back: false,
      ...{ lapse_bound_until: null, lapse_term: null },
    })
    .where('id', '=', id)
    .execute()
  if (givesBack)
    await giveBackUnused(context, { ...leaving, lastDay: bound && term === 'charge' ? bound.until : until })
  await tx
    .updateTable('plan_change')
    .set({ cancelled_at: context.now })
    .where('club_member_id', '=', id)
    .where('applied_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
  const enrolmentsEnded = await leaveClasses(context, { memberId, clubId, from: addDays(until, 1) })
  const bookings = keepBookings ? [] : await bookingsToCome(context, membership)
  for (const bookingId of bookings) await cancelBooking(context, { id: bookingId })
  await moveListsOf(context, { memberId, clubId })
  return { enrolmentsEnded, bookingsCancelled: bookings.length }
}

async function bookingsToCome({ tx }: BookingWrite, { memberId, clubId, today }: LockedMembership): Promise<number[]> {
  const rows = await tx
    .selectFrom('booking')
    .select('id')
    .where('member_id', '=', memberId)
    .where('club_id', '=', clubId)
    .where('booking_date', '>', today)
    .where('cancelled_at', 'is', null)
    .orderBy('booking_date')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function notInterested(context: Write, input: Input<typeof call.notInterested>) {
  const { tx } = context
  const { id: memberId, reasonId } = input
  const clubMemberId = await onlyMembership(context, input, [enquiry, prospect])
  const before = await lockMembership(context, clubMemberId, memberId)
  const reason = await tx
    .selectFrom('not_interested_reason')
    .select(['id', 'name'])
    .where('id', '=', reasonId)
    .where('club_id', 'in', clubIdsAbove(before.clubId))
    .executeTakeFirst()
  if (!reason) throw refused(400, 'reasonId', 'Is a reason of another club.')
  await changeStatus(context, {
    clubMemberId,
    clubId: before.clubId,
    to: notInterestedId,
    on: before.today,
    reason: reason.name,
    notInterestedReasonId: reason.id,
  })
  for (const bookingId of await bookingsToCome(context, before)) await cancelBooking(context, { id: bookingId })
  await leaveClasses(context, { memberId, clubId: before.clubId, from: before.today })
  await moveListsOf(context, { memberId, clubId: before.clubId })
  return await auditMove(context, before)
}

export async function toggleIssueStatus(context: Write, input: Input<typeof call.toggleIssueStatus>) {
  const { reason } = input
  const before = await lockMembership(context, await onlyMembership(context, input, [active, issue]), input.id)
  await changeStatus(context, {
    clubMemberId: before.id,
    clubId: before.clubId,
    to: before.memberStatusId === issue ? active : issue,
    on: before.today,
    ...(reason && { reason }),
  })
  return await auditMove(context, before)
}
