import { sql } from 'kysely'
import type { AuditEntry } from '../platform/audit.ts'
import type { Write } from '../platform/route.ts'

interface Change extends Pick<AuditEntry, 'before' | 'after'> {
  readonly personId: number
  readonly clubId: number
  /** Of whom it is told besides. */
  readonly memberId?: number
}

/** A change of a person is told of everyone it shows at: of the member himself, and of those whose contact he is. */
export async function auditPerson({ tx, user, audit }: Write, { personId, clubId, memberId = 0, ...change }: Change) {
  const { rows } = await sql<{ memberId: number; clubId: number | null }>`
    select told.id as "memberId", (
      select club_id from club_member
      where member_id = told.id order by club_id = any(${[...user.clubs.keys()]}) desc, club_id limit 1
    ) as "clubId"
    from (
      select id from member where person_id = ${personId} or id = ${memberId}
      union select member_id from member_contact where person_id = ${personId}
    ) as told order by told.id`.execute(tx)
  for (const row of rows)
    audit({ clubId: row.clubId ?? clubId, memberId: row.memberId, subject: 'person', subjectId: personId, ...change })
}
