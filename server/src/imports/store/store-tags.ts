import { sql } from 'kysely'
import { insertRows, type Logged, newIds } from './rows.ts'
import type { Store } from './store.ts'

interface Tagged {
  readonly memberId: number
  readonly tags: readonly string[]
}

/** Tags by their names, whatever the case: the club's own, those of the clubs above it, and new ones of the club. */
export async function storeTags(store: Store, people: readonly Tagged[]): Promise<void> {
  const { tx, clubId, rootClubId, accountId, now, importId } = store
  const firstWith = new Map<string, { name: string; memberId: number }>()
  for (const { memberId, tags } of people)
    for (const name of tags)
      if (!firstWith.has(name.toLowerCase())) firstWith.set(name.toLowerCase(), { name, memberId })
  if (firstWith.size === 0) return
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive above (id, parent_id, distance) as (
      select id, parent_club_id, 0 from club where id = ${clubId}
      union all
      select club.id, club.parent_club_id, above.distance + 1 from above join club on club.id = above.parent_id
    )
    select distinct on (tag.name) tag.id, lower(tag.name::text) as name
    from tag join above on above.id = tag.club_id
    where tag.name = any(${[...firstWith.keys()]}::citext[]) order by tag.name, above.distance`.execute(tx)
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  const missing = [...firstWith].filter(([key]) => !ids.has(key))
  const fresh = await newIds(tx, 'tag', missing.length)
  for (const [index, [key]] of missing.entries()) ids.set(key, fresh[index] ?? 0)
  const owner = new Map(missing.map(([key, { memberId }]) => [ids.get(key) ?? 0, memberId]))
  const base: Omit<Logged, 'memberIdOf'> = { importId, rootClubId, key: ['id'] }
  await insertRows(
    tx,
    'tag',
    missing.map(([key, { name }]) => ({
      id: ids.get(key),
      club_id: clubId,
      root_club_id: rootClubId,
      name,
      colour: '#30508f',
      created_at: now,
    })),
    { ...base, memberIdOf: ({ id }) => owner.get(Number(id)) ?? 0 },
  )
  await insertRows(
    tx,
    'member_tag',
    people.flatMap(({ memberId, tags }) =>
      tags.map(name => ({
        tag_id: ids.get(name.toLowerCase()),
        member_id: memberId,
        club_id: clubId,
        root_club_id: rootClubId,
        account_id: accountId,
        added_at: now,
      })),
    ),
    { ...base, key: ['tag_id', 'member_id'], memberIdOf: row => Number(row.member_id) },
    { unless: '(tag_id, member_id)' },
  )
}
