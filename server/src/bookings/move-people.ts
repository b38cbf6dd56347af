import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import type { Write } from '../platform/route.ts'
import { closeEntry } from './move-up.ts'

interface Move {
  /** The day that they leave. */
  readonly from: { readonly classId: number; readonly clubId: number; readonly classDate: string }
  /** Another day of the class, locked, with room for them. */
  readonly to: string
}

/**
 * Moves bookings to another day of their class: all of a day, or those of some members. A member who is booked there
 * already needs no second place, and their booking here is cancelled.
 */
export async function moveBookings(
  { tx, now, audit }: Pick<Write, 'tx' | 'now' | 'audit'>,
  {
    from: { classId, clubId, classDate },
    to,
    memberIds = null,
  }: Move & { readonly memberIds?: readonly number[] | null },
): Promise<void> {
  const { rows } = await sql<{ id: number; memberId: number; cancelled: boolean }>`
    update booking set
      booking_date = case when twice.id is null then ${to}::date else booking.booking_date end,
      cancelled_at = case when twice.id is null then null else ${now}::timestamptz end
    from booking mine left join booking twice on twice.class_id = mine.class_id and twice.member_id = mine.member_id
      and twice.booking_date = ${to} and twice.cancelled_at is null
    where booking.id = mine.id and mine.class_id = ${classId} and mine.booking_date = ${classDate}
      and mine.cancelled_at is null
      and (${memberIds && [...memberIds]}::bigint[] is null or mine.member_id = any(${memberIds && [...memberIds]}::bigint[]))
    returning booking.id, booking.member_id as "memberId", booking.cancelled_at is not null as cancelled`.execute(tx)
  await moveCharges(tx, { classId, from: classDate, to, memberIds })
  for (const { id, memberId, cancelled } of rows)
    audit({
      clubId,
      memberId,
      subject: 'booking',
      subjectId: id,
      before: { classId, bookingDate: classDate },
      after: cancelled ? { cancelledAt: now.toISOString() } : { classId, bookingDate: to },
    })
}

/**
 * Moves a waiting list to the end of the list of another day, in its order. Offers end. Members who are booked or wait
 * there already aren't added twice.
 */
export async function moveWaiting(
  context: Pick<Write, 'tx' | 'now' | 'audit' | 'user'>,
  { from, to }: Move,
): Promise<void> {
  const { tx, now, user } = context
  const listed = await tx
    .selectFrom('waiting_list_entry')
    .select(['id', 'member_id as memberId', 'offer_until as offerUntil'])
    .where('class_id', '=', from.classId)
    .where('class_date', '=', from.classDate)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const entry of listed) {
    await closeEntry(context, from, entry, 'ended')
    await sql`
      insert into waiting_list_entry (class_id, club_id, root_club_id, member_id, class_date, joined_at, account_id)
      select class_id, club_id, root_club_id, member_id, ${to}, ${now}, ${user.accountId}
      from waiting_list_entry mine where mine.id = ${entry.id} and not exists (
        select from booking where booking.class_id = mine.class_id and booking.member_id = mine.member_id
          and booking_date = ${to} and cancelled_at is null)
      on conflict (class_id, class_date, member_id) where closed_at is null do nothing`.execute(tx)
  }
}

/**
 * Takes bookings and waiting list along when their session itself moves. An offer never lasts beyond the new start.
 * @throws Refused on `field` when one of them is booked on the new day already
 */
export async function takeAlong(
  tx: Write['tx'],
  {
    classId,
    from,
    to,
    startTime,
    field,
  }: { classId: number; from: string; to: string; startTime: string; field: string },
): Promise<void> {
  const double = [field, 'Someone is booked on the new day already.'] as const
  await refuseOn({ booking_once: double, waiting_list_once: double }, async () => {
    await tx
      .updateTable('booking')
      .set({ booking_date: to })
      .where('class_id', '=', classId)
      .where('booking_date', '=', from)
      .where('cancelled_at', 'is', null)
      .execute()
    await moveCharges(tx, { classId, from, to, memberIds: null })
    await sql`
      update waiting_list_entry set class_date = ${to}, offer_until = (
        select least(offer_until, (${to}::date + ${startTime}::time) at time zone club.time_zone)
        from club where club.id = waiting_list_entry.club_id and offer_until is not null)
      where class_id = ${classId} and class_date = ${from} and closed_at is null`.execute(tx)
  })
}

interface MovedCharges {
  readonly classId: number
  readonly from: string
  readonly to: string
  /** Null: everyone's. */
  readonly memberIds: readonly number[] | null
}

/** What was charged for a place counts for its new day, so that a mark there doesn't charge it again. */
async function moveCharges(tx: Write['tx'], { classId, from, to, memberIds }: MovedCharges): Promise<void> {
  const ids = memberIds && [...memberIds]
  await sql`
    insert into moved_event_charge (charge_id, event_date)
    select id, ${to}::date from standing_charge
    where event_id = ${classId} and held_on = ${from} and amount_pence > 0
      and (${ids}::bigint[] is null or member_id = any(${ids}::bigint[]))
    on conflict (charge_id) do update set event_date = excluded.event_date`.execute(tx)
}
