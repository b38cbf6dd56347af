import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/settings.ts'
import { type Kysely, sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { checkVersion } from '../platform/version.ts'
import { clubsAbove } from './above.ts'
import { lockLists } from './reorder.ts'

type Source = Output<typeof call.getMarketingSources>[number]

export const getMarketingSources = ({ db, user }: Read, { id }: Input<typeof call.getMarketingSources>) =>
  sourcesOf(db, id, [...user.clubs.keys()])

async function sourcesOf(db: Kysely<Tables>, clubId: number, clubIds: number[]): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select source.id, source.version, source.name, owner.id as "clubId", coalesce(owner.name, 'Honbu') as "clubName",
      owner.id is distinct from ${clubId} as "isInherited",
      (select count(*) from club_member
        where marketing_source_id = source.id and club_id = any(${clubIds})) as "useCount"
    from lookup source left join ${clubsAbove(clubId)} owner on owner.id = source.club_id
    where source.kind = 'marketing_source' and (source.club_id is null or owner.id is not null)
    order by owner.depth nulls first, source.position, folded_text(source.name), source.id`.execute(db)
  return rows
}

export async function saveMarketingSource(write: Write, input: Input<typeof call.saveMarketingSource>) {
  const { tx, audit, user } = write
  const { id, clubId, version, name } = input
  // Whoever adds the same name at the same time waits, and is told.
  await lockLists(tx, clubId)
  const before = id === 0 ? null : await readSource(tx, id)
  if (before) {
    if (before.clubId !== clubId) refuse(400, 'clubId', 'This source belongs to another club.')
    await checkVersion(tx, {
      subject: 'marketing_source',
      subjectId: id,
      is: before.version,
      given: version,
      current: async () => (await sourcesOf(tx, clubId, [...user.clubs.keys()])).find(each => each.id === id),
    })
  }
  const same = (await sourcesOf(tx, clubId, [])).find(
    each => each.id !== id && each.name.toLowerCase() === name.toLowerCase(),
  )
  if (same) refuse(409, 'name', 'This club uses a source of that name already.')
  const saved = await refuseOn(
    { lookup_club_id_name_key: ['name', 'This club uses a source of that name already.'] },
    () =>
      before
        ? tx
            .updateTable('lookup')
            .set({ name, version: before.version + 1 })
            .where('id', '=', id)
            .returning(['id', 'version'])
            .executeTakeFirstOrThrow()
        : tx
            .insertInto('lookup')
            .values({ kind: 'marketing_source', name, club_id: clubId })
            .returning(['id', 'version'])
            .executeTakeFirstOrThrow(),
  )
  audit({
    clubId,
    subject: 'marketing_source',
    subjectId: saved.id,
    before: before && { name: before.name },
    after: { name },
  })
  return saved
}

export async function deleteMarketingSource({ tx, audit }: Write, { id }: Input<typeof call.deleteMarketingSource>) {
  const { clubId, name } = await readSource(tx, id)
  // Of every club, not only of those that the caller sees.
  const { rows } = await sql<{ people: number; costs: number }>`
    select (select count(*) from club_member where marketing_source_id = ${id}) as people,
      (select count(*) from marketing_cost where marketing_source_id = ${id}) as costs`.execute(tx)
  const { people = 0, costs = 0 } = rows[0] ?? {}
  if (people > 0)
    refuse(409, 'id', `${people === 1 ? '1 person' : `${people} people`} came by “${name}”: it stays where it is.`)
  if (costs > 0) refuse(409, 'id', `Costs are written down for “${name}”: take them out first.`)
  await tx.deleteFrom('lookup').where('id', '=', id).execute()
  audit({ clubId, subject: 'marketing_source', subjectId: id, before: { name }, after: null })
  return { id }
}

async function readSource(tx: Write['tx'], id: number) {
  const { clubId, ...source } = await tx
    .selectFrom('lookup')
    .select(['id', 'version', 'name', 'club_id as clubId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Those of the product are no club's, and the guard knows none of them.
  if (clubId === null) throw new Error(`Source ${id} is of no club`)
  return { ...source, clubId }
}

function refuse(status: number, field: string, message: string): never {
  throw new Refused(status, message, { [field]: [message] })
}
