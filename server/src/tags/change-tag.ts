import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

interface Change {
  readonly tagId: number
  readonly memberId: number
  /** The club that gives or takes it. */
  readonly clubId: number
}

/** Puts a tag of the club, or of one above it, on a member. @returns its name; null: there is no such tag, or it is on. */
export async function putTag(tx: Transaction<Tables>, { tagId, memberId, clubId }: Change): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    with added as (
      insert into member_tag (tag_id, member_id, club_id, root_club_id)
      select tag.id, ${memberId}::bigint, club.id, club.root_club_id
      from tag join club on club.id = ${clubId}
      where tag.id = ${tagId} and tag.club_id in (select club_id from club_and_above(${clubId}))
      on conflict do nothing returning tag_id
    )
    select name::text as name from tag join added on added.tag_id = tag.id`.execute(tx)
  return rows[0]?.name ?? null
}

/** Takes off a tag that the club has put on. @returns its name; null: it is not on. */
export async function takeTag(tx: Transaction<Tables>, { tagId, memberId, clubId }: Change): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    delete from member_tag using tag
    where tag.id = member_tag.tag_id and tag_id = ${tagId} and member_id = ${memberId} and member_tag.club_id = ${clubId}
    returning tag.name::text as name`.execute(tx)
  return rows[0]?.name ?? null
}
