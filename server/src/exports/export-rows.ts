import { ageOn } from '@honbu/contract/calendar.ts'
import type { ExportColumn } from '@honbu/contract/exports.ts'
import { currency, shortDate } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import { sql, type Transaction } from 'kysely'
import { directoryRows } from '../directory/index.ts'
import type { Tables } from '../platform/tables.ts'
import type { XlsxCell } from './xlsx.ts'

export type ExportRow = Readonly<Record<ExportColumn, XlsxCell>>

interface Beside {
  clubMemberId: number
  addressLine: string | null
  town: string | null
  postcode: string | null
  guardianName: string | null
  guardianPhone: string | null
  guardianEmail: string | null
  tags: string | null
}

/** What the columns hold for these memberships, in their order. `clubIds`: whose tags are told. */
export async function exportRows(
  tx: Transaction<Tables>,
  ids: readonly number[],
  { clubIds, today }: { clubIds: readonly number[]; today: string },
): Promise<ExportRow[]> {
  const rows = await directoryRows(tx, ids)
  const { rows: more } = await sql<Beside>`
    select club_member.id as "clubMemberId", person.address_line as "addressLine", person.town, person.postcode,
      guardian.name as "guardianName", guardian.phone as "guardianPhone", guardian.email as "guardianEmail",
      (select string_agg(tag.name, ', ' order by tag.name) from member_tag join tag on tag.id = member_tag.tag_id
        where member_tag.member_id = member.id and member_tag.club_id = any(${[...clubIds]}::bigint[])) as tags
    from club_member
    join member on member.id = club_member.member_id
    join person on person.id = member.person_id
    left join lateral (
      select trim(contact.first_name || ' ' || contact.last_name) as name, contact.email::text as email,
        coalesce(nullif(contact.phone_mob, ''), nullif(contact.phone_day, ''), contact.phone_eve) as phone
      from member_contact join person contact on contact.id = member_contact.person_id
      where member_contact.member_id = member.id and is_guardian order by member_contact.id limit 1
    ) guardian on true
    where club_member.id = any(${[...ids]}::bigint[])`.execute(tx)
  const beside = new Map(more.map(row => [row.clubMemberId, row]))
  return rows.map(row => {
    const { clubMemberId: _, ...extra } = beside.get(row.clubMemberId) ?? noneBeside
    return {
      ...extra,
      code: row.code,
      firstName: row.firstName,
      lastName: row.lastName,
      memberStatusId: names[row.memberStatusId] ?? String(row.memberStatusId),
      clubName: row.clubName,
      categoryName: row.categoryName,
      planName: row.planName,
      grades: row.grades.map(({ disciplineName, gradeName }) => `${disciplineName}: ${gradeName ?? '–'}`).join(', '),
      dob: day(row.dob),
      age: row.dob === null ? null : ageOn(row.dob, today),
      email: row.email,
      phone: row.phone,
      memberSince: day(row.memberSince),
      lastAttendance: day(row.lastAttendance),
      debt: row.debt,
      hasMandate: row.hasMandate ? 'Yes' : 'No',
      marketingSource: row.marketingSource,
    }
  })
}

const noneBeside: Beside = {
  clubMemberId: 0,
  addressLine: null,
  town: null,
  postcode: null,
  guardianName: null,
  guardianPhone: null,
  guardianEmail: null,
  tags: null,
}

const day = (date: string | null) => (date === null ? null : { date })

/** As text, for CSV: dates and money the British way, or as machines like them. */
export function cellText(column: ExportColumn, cell: XlsxCell, dates: 'en-GB' | 'iso'): string {
  if (cell === null) return ''
  if (typeof cell === 'object') return dates === 'iso' ? cell.date : shortDate(cell.date)
  if (column === 'debt') return dates === 'iso' ? Number(cell).toFixed(2) : currency(Number(cell))
  return String(cell)
}
