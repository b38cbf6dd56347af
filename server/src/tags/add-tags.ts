import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/tags.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { taggedMembers } from './tagged-members.ts'

/** Up to here each member's change is written down by itself; beyond, one entry a club says how many they were. */
const auditedOneByOne = 1000

export async function addTags(context: Write, { tags, ...which }: Input<typeof call.addTags>) {
  const { tx, user } = context
  const members = await taggedMembers(context, which)
  const names = namesOnce(tags)
  for (const name of names) await makeMissing(context, members, name)
  const { rows } = await sql<Changed>`
    insert into member_tag (tag_id, member_id, club_id, root_club_id, account_id)
    select nearest.id, whom.member_id, whom.club_id, whom.root_club_id, ${user.accountId}::bigint
    from ${members} whom
    cross join unnest(${names}::text[]) wanted (name)
    cross join lateral (
      select tag.id from club_and_above(whom.club_id) above join tag on tag.club_id = above.club_id
      where tag.name = wanted.name::citext order by above.distance limit 1
    ) nearest
    where not exists (
      -- The same word of another club of the tree counts: nobody wants to see it twice.
      select from member_tag had join tag on tag.id = had.tag_id
      where had.member_id = whom.member_id and tag.name = wanted.name::citext)
    on conflict do nothing
    returning member_id as "memberId", club_id as "clubId", tag_id as "tagId"`.execute(tx)
  await auditTags(context, rows, 'after')
  return { members: await count(tx, members), added: rows.length }
}

export async function removeTags(context: Write, { tags, ...which }: Input<typeof call.removeTags>) {
  const { tx, user } = context
  const members = await taggedMembers(context, which)
  const { rows } = await sql<Changed>`
    delete from member_tag using tag, ${members} whom
    where tag.id = member_tag.tag_id and whom.member_id = member_tag.member_id
      and tag.name = any(${namesOnce(tags)}::citext[])
      and member_tag.club_id = any(${[...user.clubs.keys()]}::bigint[])
    returning member_tag.member_id as "memberId", member_tag.club_id as "clubId", member_tag.tag_id as "tagId"`.execute(
    tx,
  )
  await auditTags(context, rows, 'before')
  return { members: await count(tx, members), removed: rows.length }
}

interface Changed {
  memberId: number
  clubId: number
  tagId: number
}

/** The first way in which each is written. */
const namesOnce = (tags: readonly string[]) =>
  tags.filter((name, index) => tags.findIndex(each => each.toLowerCase() === name.toLowerCase()) === index)

async function count(tx: Write['tx'], members: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${members} whom`.execute(tx)
  return rows[0]?.count ?? 0
}

/** A tag that a member's club does not know is made in the highest club above it in which the caller works. */
async function makeMissing({ tx, user, audit }: Write, members: RawBuilder<unknown>, name: string): Promise<void> {
  const { rows } = await sql<{ id: number; clubId: number }>`
    insert into tag (club_id, root_club_id, name)
    select distinct highest.club_id, clubs.root_club_id, ${name}
    from (select distinct club_id, root_club_id from ${members} whom) clubs
    cross join lateral (
      select above.club_id from club_and_above(clubs.club_id) above
      where above.club_id = any(${[...user.clubs.keys()]}::bigint[]) order by above.distance desc limit 1
    ) highest
    where not exists (
      select from club_and_above(clubs.club_id) above join tag on tag.club_id = above.club_id where tag.name = ${name}::citext)
    on conflict (club_id, name) do nothing
    returning id, club_id as "clubId"`.execute(tx)
  for (const { id, clubId } of rows) audit({ clubId, subject: 'tag', subjectId: id, before: null, after: { name } })
}

async function auditTags(
  { tx, user, audit }: Write,
  rows: readonly Changed[],
  side: 'before' | 'after',
): Promise<void> {
  const tagIds = [...new Set(rows.map(({ tagId }) => tagId))]
  const named = await tx
    .selectFrom('tag')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...tagIds])
    .execute()
  const nameOf = new Map(named.map(({ id, name }) => [id, name]))
  const tell = (clubId: number, memberId: number | null, tags: readonly number[], members?: number) =>
    audit({
      clubId,
      memberId,
      subject: 'member_tag',
      before: null,
      after: null,
      [side]: { tags: tags.map(id => nameOf.get(id) ?? String(id)), ...(members !== undefined && { members }) },
    })
  if (rows.length === 0) {
    // Nothing has changed, and that somebody has asked for it is all there is to say.
    audit({ clubId: [...user.clubs.keys()][0] ?? null, subject: 'member_tag', before: null, after: null })
    return
  }
  const byMember = Map.groupBy(rows, ({ memberId, clubId }) => `${clubId} ${memberId}`)
  if (byMember.size <= auditedOneByOne) {
    for (const [first, ...rest] of byMember.values())
      if (first)
        tell(
          first.clubId,
          first.memberId,
          [first, ...rest].map(({ tagId }) => tagId),
        )
    return
  }
  for (const [clubId, ofClub] of Map.groupBy(rows, row => row.clubId))
    tell(clubId, null, [...new Set(ofClub.map(({ tagId }) => tagId))], new Set(ofClub.map(row => row.memberId)).size)
}
