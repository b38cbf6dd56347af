import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type getUnsignedMembers as call, unsignedColumns } from '@honbu/contract/papers.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import type { Read } from '../platform/route.ts'
import { todayOf } from './signers.ts'

/** Who has not begun, or has left, is asked for nothing. */
export const expectedToSign = [memberStatus.active, memberStatus.issue, memberStatus.prospect] as const

export async function getUnsignedMembers({ db, now }: Read, { clubId, ...grid }: Input<typeof call>) {
  const { timeZone } = await todayOf(db, clubId, now)
  const missing = sql<{ member_id: number; titles: string }>`(
    select unsigned_document.member_id, string_agg(title, ', ' order by title) as titles
    from unsigned_document join document_version on document_version.id = unsigned_document.document_version_id
    where unsigned_document.club_id = ${clubId}
    group by unsigned_document.member_id
  )`
  const asked = sql<string | null>`(
    select (max(created_at) at time zone ${timeZone})::date from document_request
    where document_request.member_id = club_member.member_id and document_request.club_id = club_member.club_id
  )`
  return await gridQuery(
    db
      .selectFrom('club_member')
      .innerJoin('member', 'member.id', 'club_member.member_id')
      .innerJoin('person', 'person.id', 'member.person_id')
      .innerJoin(missing.as('missing'), 'missing.member_id', 'member.id')
      .select([
        'member.id as memberId',
        'person.first_name as firstName',
        'person.last_name as lastName',
        'member.code',
      ])
      .select(['club_member.member_status_id as memberStatusId', asked.as('asked')])
      .select('missing.titles as missing')
      .where('club_member.club_id', '=', clubId)
      .where('club_member.member_status_id', 'in', expectedToSign),
    {
      columns: unsignedColumns,
      expressions: {
        firstName: 'person.first_name',
        lastName: 'person.last_name',
        memberStatusId: 'club_member.member_status_id',
        missing: 'missing.titles',
        asked,
      },
      id: 'member.id',
      timeZone,
      sort: [
        { field: 'lastName', dir: 'asc' },
        { field: 'firstName', dir: 'asc' },
      ],
    },
    grid,
  )
}
