import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { cancelBooking } from '../bookings/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { planTermsOf, termEnd } from '../plans/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import type { Freeze } from './billing-schedule.ts'
import { compareCharges } from './charges-ahead.ts'
import { changesOf, postChanges } from './freeze-changes.ts'
import { settingsOf } from './settings.ts'

export async function getFreezes({ db, user, now }: Read, { id }: Input<typeof call.getFreezes>) {
  const rows = await freezesOf(db)
    .innerJoin('club', 'club.id', 'freeze.club_id')
    .select('club.time_zone as timeZone')
    .where('own.member_id', '=', id)
    .where('freeze.club_id', 'in', [0, ...user.clubs.keys()])
    .orderBy('freeze.frozen_from', 'desc')
    .execute()
  return rows.map(({ timeZone, ...row }) => withState(row, todayIn(timeZone, now)))
}

const freezesOf = (db: Db) =>
  db
    .selectFrom('membership_freeze as freeze')
    .innerJoin('club_member as own', 'own.id', 'freeze.club_member_id')
    .select(['freeze.id as freezeId', 'freeze.club_member_id as clubMemberId', 'freeze.club_id as clubId'])
    .select(['freeze.version', 'freeze.frozen_from as from', 'freeze.frozen_until as until'])
    .select(['freeze.price_pence as pence', 'freeze.reason'])

type Row = Awaited<ReturnType<ReturnType<typeof freezesOf>['execute']>>[number]

function withState({ pence, ...row }: Row, today: string) {
  const isPast = row.until !== null && row.until < today
  const state = isPast ? ('past' as const) : row.from > today ? ('toCome' as const) : ('now' as const)
  return { ...row, price: pounds(pence), state }
}

export async function previewFreeze(read: Read, input: Input<typeof call.previewFreeze>) {
  const { db, now } = read
  const { clubMemberId, freezeId } = input
  const membership = await membershipOf(db, clubMemberId, now)
  const before = await freezesOfMembership(db, clubMemberId)
  const problem = problemOf(membership, input) ?? overlapOf(before, input)
  const after = [...before.filter(each => each.id !== freezeId), asFreeze(input)]
  const effects = problem ? [] : await changesOf(db, clubMemberId, after)
  const termUntil = problem ? null : await movedTerm(db, clubMemberId, { before, after, today: membership.today })
  const bookings = problem ? [] : await bookingsIn(db, membership, input)
  const ahead = await compareCharges(
    read,
    { ...membership, clubMemberId },
    problem ? null : write => saveFreeze(write, { ...input, reason: 'On trial', cancelBookings: false }),
  )
  return { effects: effects.map(inPounds), termUntil, bookings, ahead, problem: problem?.message ?? '' }
}

/** A membership's bookings in its club on days that are frozen and still ahead. */
async function bookingsIn(
  db: Db,
  { memberId, clubId, today }: { memberId: number; clubId: number; today: string },
  { from, until }: { from: string; until: string | null },
) {
  return await db
    .selectFrom('booking')
    .innerJoin('class', 'class.id', 'booking.class_id')
    .select(['booking.id as bookingId', 'class.class_name as className', 'booking.booking_date as bookingDate'])
    .where('booking.member_id', '=', memberId)
    .where('booking.club_id', '=', clubId)
    .where('booking.cancelled_at', 'is', null)
    .where('booking.booking_date', '>', today)
    .where('booking.booking_date', '>=', from)
    .$if(until !== null, query => query.where('booking.booking_date', '<=', until ?? ''))
    .orderBy('booking.booking_date')
    .orderBy('booking.id')
    .execute()
}

interface Frozen {
  readonly before: readonly Freeze[]
  readonly after: readonly Freeze[]
  readonly today: string
}

/** Returns the new end of a minimum term that a freeze moves; null if it moves none. */
async function movedTerm(db: Db, clubMemberId: number, { before, after, today }: Frozen): Promise<string | null> {
  const [terms] = await planTermsOf(db, { clubMemberIds: [clubMemberId], on: today })
  if (!terms?.memberSince || !terms.minimumMonths) return null
  const { memberSince, minimumMonths } = terms
  const end = (freezes: readonly Freeze[]) => termEnd(memberSince, minimumMonths, freezes, today)
  return end(after) !== end(before) ? end(after) : null
}

export async function saveFreeze(
  context: Write,
  { version, reason, cancelBookings, ...input }: Input<typeof call.saveFreeze>,
) {
  const { tx, user, now, audit } = context
  const { clubMemberId, freezeId } = input
  const membership = await lockMembership(context, clubMemberId)
  const before = freezeId === null ? null : await lockFreeze(context, freezeId, membership)
  if (before !== null)
    await checkVersion(tx, {
      subject: 'membership_freeze',
      subjectId: before.freezeId,
      is: before.version,
      given: version,
      current: async () => withState(before, membership.today),
    })
  const problem = problemOf(membership, input)
  if (problem) throw problem
  const values = {
    frozen_from: input.from,
    frozen_until: input.until,
    price_pence: Math.round(input.price * 100),
    reason,
  }
  const saved = await refuseOn({ membership_freeze_no_overlap: ['from', overlap] }, () =>
    before === null
      ? tx
          .insertInto('membership_freeze')
          .values({
            ...values,
            club_member_id: clubMemberId,
            club_id: membership.clubId,
            account_id: user.accountId,
            created_at: now,
          })
          .returning(['id as freezeId', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .updateTable('membership_freeze')
          .set(eb => ({ ...values, version: eb('version', '+', 1) }))
          .where('id', '=', before.freezeId)
          .returning(['id as freezeId', 'version'])
          .executeTakeFirstOrThrow(),
  )
  const effects = await followFreezes(context, membership)
  const bookings = cancelBookings ? await bookingsIn(tx, membership, input) : []
  for (const { bookingId } of bookings) await cancelBooking(context, { id: bookingId })
  audit({
    ...about(membership),
    subject: 'membership_freeze',
    subjectId: saved.freezeId,
    before: before && audited(before),
    after: { from: input.from, until: input.until, price: input.price, reason },
  })
  return { ...saved, clubMemberId, effects, cancelled: bookings.length }
}

export async function endFreeze(context: Write, { id, freezeId, goesOn }: Input<typeof call.endFreeze>) {
  const { tx, audit } = context
  const { clubMemberId } = await freezesOf(tx).where('freeze.id', '=', freezeId).executeTakeFirstOrThrow()
  const membership = await lockMembership(context, clubMemberId)
  if (membership.memberId !== id) throw refused(400, 'freezeId', 'Is a freeze of somebody else.')
  const before = await lockFreeze(context, freezeId, membership)
  const from = goesOn ?? membership.today
  if (before.until !== null && from > before.until)
    throw refused(
      409,
      'goesOn',
      `It ends before that: the membership goes on from ${longDate(addDays(before.until, 1))}.`,
    )
  const isGone = from <= before.from
  if (isGone) await tx.deleteFrom('membership_freeze').where('id', '=', freezeId).execute()
  else
    await tx
      .updateTable('membership_freeze')
      .set(eb => ({ frozen_until: addDays(from, -1), version: eb('version', '+', 1) }))
      .where('id', '=', freezeId)
      .execute()
  const effects = await followFreezes(context, membership)
  audit({
    ...about(membership),
    subject: 'membership_freeze',
    subjectId: freezeId,
    before: audited(before),
    after: isGone ? null : { ...audited(before), until: addDays(from, -1) },
  })
  return { freezeId, clubMemberId, effects }
}

/** What was charged already follows, as entries of their own. */
async function followFreezes(context: Write, membership: FrozenMembership) {
  const freezes = await freezesOfMembership(context.tx, membership.clubMemberId)
  const changes = await changesOf(context.tx, membership.clubMemberId, freezes)
  await postChanges(context, membership, changes)
  return changes.map(inPounds)
}

const inPounds = (change: { from: string; until: string; before: number; after: number }) => ({
  periodFrom: change.from,
  periodUntil: change.until,
  before: pounds(change.before),
  after: pounds(change.after),
})

const audited = ({ from, until, pence, reason }: Row) => ({ from, until, price: pounds(pence), reason })

const about = ({ clubId, memberId }: FrozenMembership) => ({ clubId, memberId })

async function membershipOf(db: Db, clubMemberId: number, now: Date) {
  const row = await db
    .selectFrom('club_member')
    .select(['id as clubMemberId', 'member_id as memberId', 'club_id as clubId', 'member_status_id as statusId'])
    .select(['sub_price_pence as pence', 'payment_method_id as paymentMethodId', 'member_since as memberSince'])
    .select('member_until as memberUntil')
    .where('id', '=', clubMemberId)
    .executeTakeFirstOrThrow()
  const { today, daysAhead } = await settingsOf(db, row.clubId, now)
  return { ...row, today, daysAhead }
}

export type FrozenMembership = Awaited<ReturnType<typeof membershipOf>>

/** With its money locked, so that no run charges it meanwhile: first the member, as everybody who writes in the ledger. */
async function lockMembership({ tx, now }: Write, clubMemberId: number): Promise<FrozenMembership> {
  const { memberId } = await membershipOf(tx, clubMemberId, now)
  await lockAccounts(tx, [memberId])
  await tx.selectFrom('club_member').select('id').where('id', '=', clubMemberId).forNoKeyUpdate().execute()
  return await membershipOf(tx, clubMemberId, now)
}

async function lockFreeze({ tx }: Write, freezeId: number, { clubMemberId }: FrozenMembership): Promise<Row> {
  const row = await freezesOf(tx).where('freeze.id', '=', freezeId).forUpdate('freeze').executeTakeFirst()
  if (!row) throw refused(404, 'freezeId', 'This freeze is gone already.')
  if (row.clubMemberId !== clubMemberId) throw refused(400, 'freezeId', 'Is a freeze of another membership.')
  return row
}

export const freezesOfMembership = (db: Db, clubMemberId: number): Promise<(Freeze & { id: number })[]> =>
  db
    .selectFrom('membership_freeze')
    .select(['id', 'frozen_from as from', 'frozen_until as until', 'price_pence as pence'])
    .where('club_member_id', '=', clubMemberId)
    .execute()

interface Wanted {
  readonly id: number
  readonly freezeId: number | null
  readonly from: string
  readonly until: string | null
  readonly price: number
}

const asFreeze = ({ from, until, price }: Wanted): Freeze => ({ from, until, pence: Math.round(price * 100) })

function problemOf(membership: FrozenMembership, wanted: Wanted): Refused | null {
  const { id, from, until, price } = wanted
  const { memberId, statusId, memberSince, memberUntil } = membership
  if (memberId !== id) return refused(400, 'clubMemberId', 'Is a membership of somebody else.')
  if (statusId !== memberStatus.active && statusId !== memberStatus.issue)
    return refused(409, 'clubMemberId', 'Only a membership that goes on can be frozen.')
  if (until !== null && until < from) return refused(400, 'until', 'Should not be before it begins')
  if (memberSince !== null && from < memberSince) return refused(400, 'from', 'The membership begins later.')
  if (memberUntil !== null && from > memberUntil) return refused(400, 'from', 'The membership ends before that.')
  if (membership.pence !== null && Math.round(price * 100) > membership.pence)
    return refused(400, 'price', `Should be no more than the price, ${currency(pounds(membership.pence))}`)
  return null
}

const overlap = 'It is frozen on some of these days already.'

function overlapOf(before: readonly (Freeze & { id: number })[], wanted: Wanted): Refused | null {
  const isOver = before.some(
    each =>
      each.id !== wanted.freezeId &&
      (wanted.until === null || each.from <= wanted.until) &&
      (each.until === null || each.until >= wanted.from),
  )
  return isOver ? refused(409, 'from', overlap) : null
}

const refused = (status: 400 | 404 | 409, field: string, message: string) =>
  new Refused(status, message, { [field]: [message] })
