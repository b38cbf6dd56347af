import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { type BookingWrite, type WriteParts, writeBySystem } from '../bookings/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { changeStatus } from '../members/index.ts'
import { usualTrialDays } from '../plans/index.ts'
import { isWorking } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import { applyPlanChange } from './change-plan.ts'
import { audited, lockMembership } from './lock-membership.ts'
import { lapse } from './moves.ts'

interface Parts extends WriteParts {
  readonly jobs: Pick<Jobs, 'enqueue' | 'schedule'>
}

/** What time does to memberships, every hour: it is midnight somewhere, and a night that was missed is made up for. */
export async function watchMemberships(parts: Parts): Promise<void> {
  await parts.jobs.schedule('watch-memberships', '7 * * * *', async () => void (await passTime(parts)))
}

/** One membership after the other, each in a transaction of its own: one that fails keeps no other from its due. */
export async function passTime(parts: WriteParts): Promise<{ planned: number; lapsed: number; unconverted: number }> {
  const now = parts.now()
  const failures: unknown[] = []
  const each = async (
    ids: readonly number[],
    action: string,
    work: (context: BookingWrite, id: number) => Promise<void>,
  ) => {
    for (const id of ids) {
      try {
        await writeBySystem(parts, action, context => work(context, id))
      } catch (error) {
        failures.push(error)
      }
    }
    return ids.length
  }
  const planned = await each(await plansDue(parts.db, now), 'applyPlanChange', applyPlanned)
  const lapsed = await each(await endedMemberships(parts.db, now), 'lapseMembership', lapseEnded)
  const unconverted = await each(await endedTrials(parts.db, now), 'endTrial', endTrial)
  if (failures.length > 0) throw failures[0]
  return { planned, lapsed, unconverted }
}

const todayIn = (now: Date) => sql`(${now}::timestamptz at time zone club.time_zone)::date`

async function plansDue(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select change.id from plan_change change join club on club.id = change.club_id
    where ${isWorking(sql`club.id`)} and change.applied_at is null and change.cancelled_at is null and change.applies_on <= ${todayIn(now)}
    order by change.applies_on, change.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function applyPlanned({ tx, now, audit }: BookingWrite, id: number): Promise<void> {
  const change = await tx
    .selectFrom('plan_change')
    .innerJoin('club_member', 'club_member.id', 'plan_change.club_member_id')
    .select(['plan_change.club_member_id', 'club_member.member_id'])
    .where('plan_change.id', '=', id)
    .executeTakeFirstOrThrow()
  await lockAccounts(tx, [change.member_id])
  const before = await lockMembership({ tx, now }, change.club_member_id)
  await applyPlanChange({ tx, now }, id)
  const after = await lockMembership({ tx, now }, change.club_member_id)
  audit({
    clubId: before.clubId,
    memberId: before.memberId,
    subject: 'club_member',
    subjectId: before.id,
    before: audited(before),
    after: audited(after),
  })
}

async function endedMemberships(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select own.id from club_member own join club on club.id = own.club_id
    where ${isWorking(sql`club.id`)} and own.member_until is not null and own.member_status_id in (${memberStatus.active}, ${memberStatus.issue})
      and own.member_until < ${todayIn(now)}
    order by own.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function lapseEnded(context: BookingWrite, id: number): Promise<void> {
  const { member_id } = await context.tx
    .selectFrom('club_member')
    .select('member_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Money first, as everybody who writes in the ledger.
  await lockAccounts(context.tx, [member_id])
  const before = await lockMembership(context, id)
  // It may have been renewed since it was found.
  const isOver = before.memberUntil !== null && before.memberUntil < before.today
  if (!isOver || ![memberStatus.active, memberStatus.issue].some(status => status === before.memberStatusId)) return
  const left = await context.tx
    .selectFrom('club_member')
    .select(['lapse_reason', 'lapse_gives_back', 'lapse_bound_until', 'lapse_term'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const until = before.memberUntil ?? before.today
  await lapse(context, before, {
    reason: left.lapse_reason ?? 'Its last day is over.',
    until,
    keepBookings: false,
    givesBack: left.lapse_gives_back,
    // The database allows no other.
    term: left.lapse_term as 'charge' | 'waive' | null,
    boundUntil: left.lapse_bound_until,
  })
  context.audit({
    clubId: before.clubId,
    memberId: before.memberId,
    subject: 'club_member',
    subjectId: id,
    before: audited(before),
    after: audited(await lockMembership(context, id)),
  })
}

/** Prospects with a trial whose last sign (its beginning, a booking, a class attended) lies as long back as it lasts. */
async function endedTrials(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select own.id from club_member own
    join club on club.id = own.club_id
    left join training_plan tried on tried.id = coalesce(own.trial_plan_id, own.training_plan_id)
    cross join lateral (
      select greatest(
        own.trial_start,
        (select max(booking_date) from booking
          where booking.member_id = own.member_id and booking.club_id = own.club_id and cancelled_at is null),
        (select max(class_date) from attendance
          where attendance.member_id = own.member_id and attendance.club_id = own.club_id and attended)
      ) as day
    ) last_sign
    where ${isWorking(sql`club.id`)} and own.member_status_id = ${memberStatus.prospect}
      and last_sign.day < ${todayIn(now)} - coalesce(tried.trial_days, ${usualTrialDays})
    order by own.id`.execute(db)
  return rows.map(({ id }) => id)
}

async function endTrial(context: BookingWrite, id: number): Promise<void> {
  const before = await lockMembership(context, id)
  if (before.memberStatusId !== memberStatus.prospect) return
  await changeStatus(context, {
    clubMemberId: id,
    clubId: before.clubId,
    to: memberStatus.unconverted,
    on: before.today,
    reason: 'The trial ended without joining.',
  })
  context.audit({
    clubId: before.clubId,
    memberId: before.memberId,
    subject: 'club_member',
    subjectId: id,
    before: audited(before),
    after: audited(await lockMembership(context, id)),
  })
}
