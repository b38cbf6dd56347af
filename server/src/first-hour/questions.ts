import type { FirstStep } from '@honbu/contract/first-hour.ts'
import { type RawBuilder, sql } from 'kysely'

const own = (table: string, where = sql`true`) =>
  sql<boolean>`exists (select from ${sql.table(table)} it where it.club_id = club.id and ${where})`

/** A club may use what the clubs above it have made. */
const usable = sql`it.club_id in (select club_id from club_and_above(club.id))`

/** Whether each step is done in the row `club`, asked of its data. */
export const questions: Readonly<Record<FirstStep, RawBuilder<boolean>>> = {
  location: own('location'),
  discipline: sql`exists (select from discipline it join grade on grade.discipline_id = it.id where ${usable})`,
  class: sql`(${own('class_timetable')} or ${own('class_availability')})`,
  plan: sql`exists (select from training_plan it where ${usable})`,
  members: own('club_member'),
  register: own('attendance'),
  staff: sql`(
    (select count(*) from (select from club_user it where it.club_id = club.id limit 2) few) = 2
    or ${own('club_invitation', sql`it.closed_at is null`)})`,
  document: own('document_in_force'),
  logo: sql`club.logo_url is not null`,
  email: sql`club.email is not null`,
  website: own('enquiry_form', sql`it.is_on`),
  directDebit: own('provider_account', sql`it.provider = 'gocardless'`),
  card: own('provider_account', sql`it.provider = 'stripe'`),
  billing: sql`(${own('charging_run')} or ${own('charging_setting', sql`it.is_nightly`)})`,
}
