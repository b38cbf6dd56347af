import type { SentPeriod } from '@honbu/contract/report-periods.ts'
import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Rhythm } from './due.ts'

/** The table's checks and the contract have made sure of the words. */
export interface ScheduleRow extends Rhythm {
  readonly id: number
  readonly version: number
  readonly tab: ReportTab
  readonly period: SentPeriod
  readonly format: 'pdf' | 'xlsx'
  readonly since: Date
  readonly clubs: readonly { readonly id: number; readonly name: string }[]
  readonly recipients: readonly { readonly accountId: number; readonly name: string; readonly email: string }[]
  readonly lastSentAt: Date | null
}

/** One schedule, or all of them, in the order in which they were made. */
export async function readSchedules(db: Db, id?: number): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    select schedule.id, schedule.version, schedule.tab, schedule.period, schedule.every, schedule.weekday,
      schedule.day_of_month as "dayOfMonth", schedule.hour, schedule.format, schedule.since, club.time_zone as "timeZone",
      (select json_agg(json_build_object('id', each.id, 'name', each.name) order by each.name, each.id)
        from report_schedule_club own join club each on each.id = own.club_id
        where own.report_schedule_id = schedule.id) as clubs,
      (select coalesce(json_agg(json_build_object('accountId', account.id, 'email', account.email,
          'name', trim(person.first_name || ' ' || person.last_name)) order by person.last_name, account.id), '[]')
        from report_schedule_recipient own join account on account.id = own.account_id
        join person on person.id = account.person_id where own.report_schedule_id = schedule.id) as recipients,
      (select max(sent_at) from report_sending where report_schedule_id = schedule.id) as "lastSentAt"
    from report_schedule schedule join club on club.id = schedule.club_id
    where ${id === undefined ? sql`true` : sql`schedule.id = ${id}`}
    order by schedule.id`.execute(db)
  return rows
}
