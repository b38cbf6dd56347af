import type { getMissingDetails as call } from '@honbu/contract/directory.ts'
import { type MissingDetail, missingDetail, missingDetails } from '@honbu/contract/directory.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Condition } from '@honbu/contract/grid/filter.ts'
import { memberStatus, paymentMethod, subFrequency } from '@honbu/contract/ids.ts'
import { type SqlBool, sql } from 'kysely'
import type { Bool } from '../platform/grid-filter.ts'
import type { Read } from '../platform/route.ts'

const { active, issue, prospect } = memberStatus

const isCurrent = sql<SqlBool>`directory_entry.member_status_id in (${active}, ${issue})`

const membership = (fits: Bool) => sql<SqlBool>`exists (
  select from club_member own where own.id = directory_entry.club_member_id and ${fits})`

/** Conditions on `directory_entry`. Someone whose price is £0.00 pays nothing, and lacks nothing of it. */
const lacks: Readonly<Record<MissingDetail, Bool>> = {
  billing: sql`(${isCurrent} and ${membership(sql`own.sub_price_pence is distinct from 0 and (
    own.sub_price_pence is null or own.sub_frequency_id is null or own.payment_method_id is null
    or own.next_payment is null and own.sub_frequency_id <> ${subFrequency.oneOff})`)})`,
  signature: sql`((${isCurrent} or directory_entry.member_status_id = ${prospect}) and exists (
    select from unsigned_document where unsigned_document.member_id = directory_entry.member_id
      and unsigned_document.club_id = directory_entry.club_id))`,
  emergencyContact: sql`(${isCurrent} and not exists (
    select from member_contact where member_contact.member_id = directory_entry.member_id
      and member_contact.is_emergency))`,
  payment: sql`(${isCurrent} and ${membership(sql`own.sub_price_pence is distinct from 0 and (
    own.payment_method_id is null
    or own.payment_method_id = ${paymentMethod.directDebit} and not directory_entry.has_mandate)`)})`,
  dob: sql`(${isCurrent} and directory_entry.dob is null)`,
}

const lacksAny = sql<SqlBool>`(${sql.join(Object.values(lacks), sql` or `)})`

/** The field `missing` of the directory. */
export function missing(condition: Condition): Bool {
  const name = 'value' in condition ? missingDetails.find(each => missingDetail[each] === condition.value) : undefined
  const one = name ? lacks[name] : sql<SqlBool>`false`
  switch (condition.operator) {
    case 'eq':
      return one
    case 'neq':
      return sql`(not ${one})`
    case 'isnull':
      return sql`(not ${lacksAny})`
    case 'isnotnull':
      return lacksAny
    default:
      return sql`false`
  }
}

export async function getMissingDetails({ db, user }: Read, { clubId }: Input<typeof call>) {
  const clubIds = clubId === undefined ? [...user.clubs.keys()] : [clubId]
  const counts = missingDetails.map(name => sql`count(*) filter (where ${lacks[name]})::integer as ${sql.ref(name)}`)
  const { rows } = await sql<Record<MissingDetail, number>>`
    select ${sql.join(counts)} from directory_entry
    where directory_entry.club_id = any(${clubIds}::bigint[])
      and directory_entry.member_status_id in (${active}, ${issue}, ${prospect})`.execute(db)
  return rows[0] ?? { billing: 0, signature: 0, emergencyContact: 0, payment: 0, dob: 0 }
}
