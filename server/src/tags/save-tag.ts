import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/tags.ts'
import { sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

const taken = { tag_club_id_name_key: ['name', 'The club has a tag of that name: merge the two.'] } as const

export async function saveTag({ tx, audit }: Write, { id, clubId, name, colour }: Input<typeof call.saveTag>) {
  if (id === 0) {
    const { root_club_id } = await tx
      .selectFrom('club')
      .select('root_club_id')
      .where('id', '=', clubId)
      .executeTakeFirstOrThrow()
    const made = await refuseOn(taken, () =>
      tx
        .insertInto('tag')
        .values({ club_id: clubId, root_club_id, name, colour })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    audit({ clubId, subject: 'tag', subjectId: made.id, before: null, after: { name, colour } })
    return made
  }
  const before = await lockTag(tx, id)
  if (before.clubId !== clubId) throw refused('clubId', 'This tag belongs to another club.')
  await refuseOn(taken, () => tx.updateTable('tag').set({ name, colour }).where('id', '=', id).execute())
  audit({
    clubId,
    subject: 'tag',
    subjectId: id,
    before: { name: before.name, colour: before.colour },
    after: { name, colour },
  })
  return { id }
}

export async function mergeTags({ tx, audit }: Write, { id, intoTagId }: Input<typeof call.mergeTags>) {
  if (id === intoTagId) throw refused('intoTagId', 'Choose another tag.')
  const [one, other] = id < intoTagId ? [id, intoTagId] : [intoTagId, id]
  const locked = [await lockTag(tx, one), await lockTag(tx, other)]
  const from = locked.find(tag => tag.id === id)
  const into = locked.find(tag => tag.id === intoTagId)
  if (!from || !into) throw new Error('both were locked')
  if (from.rootClubId !== into.rootClubId)
    throw refused('intoTagId', 'The two belong to clubs that have nothing to do with each other.')
  const { rows } = await sql`
    insert into member_tag (tag_id, member_id, club_id, root_club_id, added_at, account_id)
    select ${intoTagId}::bigint, member_id, club_id, root_club_id, added_at, account_id from member_tag where tag_id = ${id}
    on conflict do nothing returning member_id`.execute(tx)
  await tx.deleteFrom('tag').where('id', '=', id).execute()
  audit({
    clubId: from.clubId,
    subject: 'tag',
    subjectId: id,
    before: { name: from.name },
    after: { mergedInto: into.name },
  })
  return { id: intoTagId, members: rows.length }
}

export async function deleteTag({ tx, audit }: Write, { id }: Input<typeof call.deleteTag>) {
  const { clubId, name } = await lockTag(tx, id)
  const { numDeletedRows } = await tx.deleteFrom('member_tag').where('tag_id', '=', id).executeTakeFirstOrThrow()
  await tx.deleteFrom('tag').where('id', '=', id).execute()
  const members = Number(numDeletedRows)
  audit({ clubId, subject: 'tag', subjectId: id, before: { name, members }, after: null })
  return { id, members }
}

const lockTag = (tx: Write['tx'], id: number) =>
  tx
    .selectFrom('tag')
    .select(['id', 'club_id as clubId', 'root_club_id as rootClubId', 'name', 'colour'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
