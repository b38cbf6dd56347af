import type { TriggerKind } from '@honbu/contract/automation-plan.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { isUndisputed } from '../collections/index.ts'
import { isWorking } from '../platform/club-stops.ts'
import type { Db } from '../platform/database.ts'

export type LookedFor = Exclude<TriggerKind, 'activation'>

/** A cause that an automation of a club has, as SQL answers it. */
export interface FoundCause {
  automation_id: number
  version: number
  club_id: number
  root_club_id: number
  member_id: number
  cause: string
  happened_at: Date
  booking_id: number | null
}

/** What happened earlier is not even written down as missed. */
const lookBackDays = 7

const training = sql.lit(`{${memberStatus.active},${memberStatus.issue}}`)

/** The automations that are on, each with every club that it watches. */
const watching = (kind: LookedFor) =>
  sql`select * from automation_watch where trigger_kind = ${kind} and ${isWorking(sql`automation_watch.club_id`)}`

interface Look {
  readonly now: Date
  /** SQL that gives what stands in `automation_watch`, of one kind. */
  readonly watched: RawBuilder<unknown>
}

/** What every query begins with: the automation, its club, and the club's day. */
const watch = ({ now, watched }: Look) => sql`
  (select watch.*, (${now}::timestamptz at time zone time_zone)::date as today,
    (on_since at time zone time_zone)::date as since_day
  from (${watched}) watch) watch`

const chosen = sql`watch.automation_id, watch.version, watch.club_id, watch.root_club_id`

/** By a day of the club: it happens when that day begins. The day on which the automation was switched on counts. */
const ofDay = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone watch.time_zone as happened_at`
const inDays = (day: RawBuilder<unknown>) => sql`
  ${day} between watch.today - ${lookBackDays}::integer and watch.today and ${day} >= watch.since_day`

/** Why automations of a kind begin, over all clubs at once: causes of the last days, those that have begun included. */
export const causes: Readonly<Record<LookedFor, (look: Look) => RawBuilder<FoundCause>>> = {
  bookingMade: look => sql`
    select ${chosen}, booking.member_id, 'booking:' || booking.id as cause, booking.created_at as happened_at,
      booking.id as booking_id
    from ${watch(look)}
    join booking on booking.club_id = watch.club_id and booking.cancelled_at is null
      and booking.created_at >= greatest(watch.on_since, ${look.now}::timestamptz - make_interval(days => ${lookBackDays}))`,

  firstClass: look => sql`
    select distinct on (watch.automation_id, first.member_id) ${chosen}, first.member_id,
      'firstClass:' || watch.club_id as cause,
      least(first.marked_at, (first.class_date + 1)::timestamp at time zone watch.time_zone) as happened_at,
      null::bigint as booking_id
    from ${watch(look)}
    join attendance first on first.club_id = watch.club_id and first.attended and ${inDays(sql`first.class_date`)}
      and first.marked_at >= watch.on_since
    where not exists (
      select from attendance earlier where earlier.member_id = first.member_id and earlier.club_id = first.club_id
        and earlier.attended and earlier.class_date < first.class_date)
    order by watch.automation_id, first.member_id, first.marked_at`,

  trialEnded: look => sql`
    select ${chosen}, own.member_id, 'trialEnded:' || coalesce(own.trial_start, change.changed_on) as cause,
      ${ofDay(sql`change.changed_on`)}, null::bigint as booking_id
    from ${watch(look)}
    join member_status_change change on change.club_id = watch.club_id
      and change.to_status_id = ${memberStatus.unconverted} and ${inDays(sql`change.changed_on`)}
    join club_member own on own.id = change.club_member_id and own.member_status_id = ${memberStatus.unconverted}`,

  absent: look => sql`
    select ${chosen}, entry.member_id, 'absent:' || entry.last_attended as cause,
      ${ofDay(sql`entry.last_attended + watch.trigger_days`)}, null::bigint as booking_id
    from ${watch(look)}
    join directory_entry entry on entry.club_id = watch.club_id and entry.member_status_id = any(${training})
      and entry.last_attended between watch.today - watch.trigger_days - ${lookBackDays}::integer
        and watch.today - watch.trigger_days
    where ${inDays(sql`entry.last_attended + watch.trigger_days`)}`,

  birthday: look => sql`
    select ${chosen}, entry.member_id, 'birthday:' || extract(year from day)::integer as cause,
      ${ofDay(sql`day`)}, null::bigint as booking_id
    from ${watch(look)}
    cross join lateral (values (watch.today), (watch.today - 1)) as days (day)
    join directory_entry entry on entry.club_id = watch.club_id and entry.member_status_id = any(${training})
      and entry.birthday = any(birthdays_on(day))
    where ${inDays(sql`day`)} and entry.dob < day`,

  gradingPassed: look => sql`
    select ${chosen}, result.member_id, 'grading:' || result.id as cause,
      least(result.created_at, (result.graded_on + 1)::timestamp at time zone watch.time_zone) as happened_at,
      null::bigint as booking_id
    from ${watch(look)}
    join grading_result result on result.club_id = watch.club_id and result.passed
      and ${inDays(sql`result.graded_on`)}`,

  paymentFailed: look => sql`
    select ${chosen}, recovery.member_id, 'payment:' || recovery.external_payment_id as cause,
      greatest(recovery.opened_at, recovery.failed_on::timestamp at time zone watch.time_zone) as happened_at,
      null::bigint as booking_id
    from ${watch(look)}
    join recovery on recovery.club_id = watch.club_id and recovery.closed_at is null
      -- Someone who disputes a payment is talked to.
      and ${isUndisputed(sql`recovery.member_id`, sql`recovery.club_id`)}
      and recovery.failed_on >= watch.today - ${lookBackDays}::integer
      and greatest(recovery.opened_at, recovery.failed_on::timestamp at time zone watch.time_zone) >= watch.on_since`,

  membershipEnds: look => sql`
    select ${chosen}, own.member_id, 'ends:' || own.member_until as cause,
      ${ofDay(sql`own.member_until - watch.trigger_days`)}, null::bigint as booking_id
    from ${watch(look)}
    join club_member own on own.club_id = watch.club_id and own.member_status_id = any(${training})
      and own.member_until between watch.today + watch.trigger_days - ${lookBackDays}::integer
        and watch.today + watch.trigger_days
    where ${inDays(sql`own.member_until - watch.trigger_days`)}`,
}

/** Found by the day, and so not looked for each minute. */
const byDay: readonly LookedFor[] = ['trialEnded', 'absent', 'birthday', 'membershipEnds']
const minutesBetweenDayLooks = 15

/** Of the kinds that some automation waits for, those whose turn it is: of several processes one gets each. */
export async function kindsToLookFor(db: Db, now: Date): Promise<LookedFor[]> {
  const { rows } = await sql<{ kind: LookedFor }>`
    insert into automation_look (trigger_kind, looked_at)
    select distinct trigger_kind, ${now}::timestamptz from automation where is_on and trigger_kind <> 'activation'
    on conflict (trigger_kind) do update set looked_at = excluded.looked_at
    where automation_look.trigger_kind <> all(${[...byDay]})
      or automation_look.looked_at <= ${new Date(now.getTime() - minutesBetweenDayLooks * 60_000)}
      or automation_look.looked_at > ${now}
    returning trigger_kind as kind`.execute(db)
  return rows.map(({ kind }) => kind)
}

/**
 * Begins the automations of a kind for every cause that is new. One that is older than a day is written down as missed.
 * @returns how many have begun
 */
export async function beginRuns(db: Db, kind: LookedFor, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with found as (${causes[kind]({ now, watched: watching(kind) })}),
    begun as (
      insert into automation_run (automation_id, version, club_id, root_club_id, member_id, cause, booking_id, happened_at,
        due_at, state, started_at, ended_at)
      select distinct on (found.automation_id, found.member_id, found.cause) found.automation_id, found.version,
        found.club_id, found.root_club_id, found.member_id, found.cause, found.booking_id, found.happened_at,
        case when age.is_old then null else found.happened_at end, case when age.is_old then 'missed' else 'waiting' end,
        ${now}::timestamptz, case when age.is_old then ${now}::timestamptz end
      from found
      join member on member.id = found.member_id and member.erased_at is null and member.merged_into_id is null
      cross join lateral (select found.happened_at < ${now}::timestamptz - interval '24 hours' as is_old) age
      where not exists (
        select from automation_run before where before.automation_id = found.automation_id
          and before.member_id = found.member_id and before.cause = found.cause)
      order by found.automation_id, found.member_id, found.cause, found.happened_at, found.club_id
      on conflict (automation_id, member_id, cause) do nothing
      returning id, state
    )
    insert into automation_log (automation_run_id, at, what)
    select id, ${now}::timestamptz, case state when 'missed' then 'missed' else 'started' end from begun
    returning automation_run_id as id`.execute(db)
  return rows.length
}
