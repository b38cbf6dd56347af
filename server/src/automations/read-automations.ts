import type { AutomationPlan, Trigger } from '@honbu/contract/automation-plan.ts'
import type * as call from '@honbu/contract/automations.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'

type Listed = Output<typeof call.getAutomations>[number]

export async function getAutomations({ db, now }: Read, { id }: Input<typeof call.getAutomations>) {
  const { rows } = await sql<Listed>`
    select automation.id as "automationId", automation.club_id as "clubId", owner.name as "clubName", automation.name,
      ${triggerSql} as trigger, automation.is_on as "isOn", automation.version,
      exists (select from automation_off off where off.automation_id = automation.id and off.club_id = ${id}) as "isOffHere",
      count(run.id) filter (where run.state = 'waiting') as running,
      count(run.id) filter (where run.state = 'done' and run.ended_at >= month.begins) as done,
      count(run.id) filter (where run.state in ('stopped', 'missed') and run.ended_at >= month.begins) as stopped
    from club_and_above(${id}) above
    join automation on automation.club_id = above.club_id
    join club owner on owner.id = automation.club_id
    join club on club.id = ${id}
    cross join lateral (
      select date_trunc('month', ${now}::timestamptz at time zone club.time_zone) at time zone club.time_zone as begins
    ) month
    left join automation_run run on run.automation_id = automation.id and run.club_id = ${id}
    where automation.built_in is null or not exists (
      select from club_and_above(${id}) nearer join automation other on other.club_id = nearer.club_id
      where other.built_in = automation.built_in and nearer.distance < above.distance)
    group by automation.id, owner.name, above.distance
    order by above.distance desc, automation.id`.execute(db)
  return rows
}

const triggerSql = sql<Trigger>`jsonb_strip_nulls(
  jsonb_build_object('kind', automation.trigger_kind, 'days', automation.trigger_days))`

export const getAutomation = ({ db }: Read, { id }: Input<typeof call.getAutomation>) => readAutomation(db, id)

/** @throws when there is none */
export async function readAutomation(db: Db, id: number): Promise<Output<typeof call.getAutomation>> {
  const { rows } = await sql<Omit<Output<typeof call.getAutomation>, keyof AutomationPlan> & { plan: AutomationPlan }>`
    select automation.id as "automationId", automation.club_id as "clubId", club.name as "clubName", automation.name,
      automation.is_on as "isOn", automation.built_in is not null and club.parent_club_id is null as "isBuiltIn",
      automation.version, ${triggerSql} as trigger, version.plan
    from automation
    join club on club.id = automation.club_id
    join automation_version version on version.automation_id = automation.id and version.version = automation.version
    where automation.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the guard has found the automation')
  const { plan, ...automation } = row
  return { ...automation, ...plan }
}

export async function getAutomationRuns({ db }: Read, { id, clubId }: Input<typeof call.getAutomationRuns>) {
  const { rows } = await sql<Output<typeof call.getAutomationRuns>[number]>`
    select run.id as "runId", run.member_id as "memberId", trim(person.first_name || ' ' || person.last_name) as "memberName",
      club.time_zone as "timeZone", run.state, run.because, ${iso(sql`run.due_at`)} as "dueAt", ${iso(sql`run.started_at`)} as "startedAt",
      coalesce((select jsonb_agg(jsonb_build_object('at', ${iso(sql`log.at`)}, 'what', log.what, 'detail', log.detail)
        order by log.id) from automation_log log where log.automation_run_id = run.id), '[]') as log
    from automation_run run
    join club on club.id = run.club_id
    join member on member.id = run.member_id
    join person on person.id = member.person_id
    where run.automation_id = ${id} and run.club_id = ${clubId}
    order by run.started_at desc, run.id desc limit 200`.execute(db)
  return rows
}

const iso = (instant: ReturnType<typeof sql>) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
