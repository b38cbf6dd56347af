import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { classType } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { atRiskSql } from '../counts/at-risk.ts'
import { registersSql } from '../counts/registers.ts'
import { sessionsSql } from '../counts/session-sql.ts'
import { instructorNames, taughtBy } from '../counts/teachers.ts'
import type { ListFor, ReportRows } from '../report-rows.ts'

/** Of a row with class_id and class_date: is it of the class that is the group, or taught by who is? */
function isOfGroup({ group }: ListFor, row: RawBuilder<unknown>): RawBuilder<boolean> {
  if (group === null) return sql`true`
  const [, kind, id = ''] = /^(teacher:)?(\d{0,15})$/.exec(group) ?? []
  if (kind) return taughtBy(row, id === '' ? null : Number(id))
  return id === '' ? sql`false` : sql`${row}.class_id = ${Number(id)}::bigint`
}

const sessions: ReportRows = of => sql`(
  select session.class_id || ' ' || session.class_date as key, session.class_id as id, null::bigint as member_id,
    session.class_name as name, session.club_id, session.class_date as on_day,
    case when session.capacity is null then 'No limit' else session.capacity::text end as what, null::bigint as pence,
    session.attended as count
  from ${sessionsSql(of)} session
  where ${isOfGroup(of, sql`session`)}
)`

/** Days on which a class ran and nobody was marked. */
const unregistered: ReportRows = of => sql`(
  select day.class_id || ' ' || day.class_date as key, day.class_id as id, null::bigint as member_id,
    class.class_name as name, class.club_id, day.class_date as on_day, ${instructorNames(sql`class.id`)} as what,
    null::bigint as pence, null::integer as count
  from ${registersSql(of)} day
  join class on class.id = day.class_id
  where day.is_missing and ${isOfGroup(of, sql`day`)}
)`

/** Those who came, each once in a club, and how often. */
const visitors: ReportRows = of => sql`(
    select visit.club_id || ' ' || visit.member_id as key, visit.member_id as id, visit.member_id, null::text as name,
      visit.club_id, max(visit.last_on) as on_day, '' as what, null::bigint as pence, sum(visit.attended)::integer as count
    from ${of.group === null ? visitsByMonth(of) : visitsOf(of, isOfGroup(of, sql`attendance`))} visit
    group by visit.club_id, visit.member_id
  )`

/** Whole months as they are summed up, the days beside them mark by mark. */
function visitsByMonth(of: ListFor) {
  const first = of.from.endsWith('-01') ? of.from : addMonths(`${of.from.slice(0, 7)}-01`, 1)
  const after = `${addDays(of.until, 1).slice(0, 7)}-01`
  if (first >= after) return visitsOf(of, sql`true`)
  return sql`(
    select own.club_id, own.member_id, own.attended, own.month + (length(ltrim(own.days::bit(32)::text, '0')) - 1) as last_on
    from member_month own
    where own.club_id = any(${[...of.clubIds]}) and own.month >= ${first}::date and own.month < ${after}::date
      and own.attended > 0
    union all
    select * from ${visitsOf(of, sql`(class_date < ${first}::date or class_date >= ${after}::date)`)} beside
  )`
}

const visitsOf = (of: ListFor, isWanted: ReturnType<typeof sql>) => sql`(
  select attendance.club_id, attendance.member_id, count(*)::integer as attended, max(class_date) as last_on
  from attendance join class on class.id = attendance.class_id
  where attendance.club_id = any(${[...of.clubIds]}) and class_date between ${of.from}::date and ${of.until}::date
    and attended and class.class_type_id <> ${sql.lit(classType.nonAttendance)} and ${isWanted}
  group by attendance.club_id, attendance.member_id
)`

const atRisk: ReportRows = of => sql`(
  select risky.club_member_id::text as key, risky.member_id as id, risky.member_id, null::text as name, risky.club_id,
    last.came_on as on_day,
    case when risky.recent = 0 then 'Has not come for ' || risky.span || ' days'
      else risky.recent || ' in ' || risky.span || ' days, usually '
        || trim(to_char(round(risky.earlier * risky.span / 56.0, 1), 'FM990.9'), '.') end as what,
    null::bigint as pence, risky.evening - last.came_on as count
  from ${atRiskSql({ clubIds: of.clubIds, evenings: [of.until], now: of.now })} risky
  left join lateral (
    select own.month + (length(ltrim((own.days & days_between(own.month, own.month, risky.evening))::bit(32)::text, '0')) - 1)
      as came_on
    from member_month own
    where own.member_id = risky.member_id and own.club_id = risky.club_id and own.month <= risky.evening
      and own.days & days_between(own.month, own.month, risky.evening) <> 0
    order by own.month desc limit 1
  ) last on true
)`

export const attendanceLists = { attended: visitors, visitors, sessions, unregistered, atRisk } satisfies Readonly<
  Record<string, ReportRows>
>
