import * as audience from '@honbu/contract/audience.ts'
import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type { Kysely } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { checkVersion } from '../platform/version.ts'

type Saved = Output<typeof audience.getSavedAudiences>[number]

export const getSavedAudiences = async ({ db }: Read, { id }: Input<typeof audience.getSavedAudiences>) =>
  (await saved(db).where('club_id', '=', id).orderBy('name').execute()).map(read)

/** More would be a mistake, or a way to fill the database. */
const mostAudiences = 200
const taken = { audience_club_id_name_key: ['name', 'The club has an audience of that name already.'] } as const

export async function saveAudience(
  { tx, audit }: Write,
  { id, clubId, name, audience: chosen, version }: Input<typeof audience.saveAudience>,
): Promise<Saved> {
  const conditions = JSON.stringify(chosen)
  if (id === 0) {
    const club = await tx
      .selectFrom('club')
      .select('root_club_id')
      .where('id', '=', clubId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await refuseTooMany(tx, clubId)
    const made = await refuseOn(taken, () =>
      tx
        .insertInto('audience')
        .values({ club_id: clubId, root_club_id: club.root_club_id, name, conditions })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    audit({ clubId, subject: 'audience', subjectId: made.id, before: null, after: { name, ...chosen } })
    return await one(tx, made.id)
  }
  await tx.selectFrom('audience').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const before = await one(tx, id)
  if (before.clubId !== clubId) throw new Refused(400, 'This audience belongs to another club.')
  await checkVersion(tx, {
    ...{ subject: 'audience', subjectId: id, is: before.version, given: version },
    current: async () => before,
  })
  await refuseOn(taken, () =>
    tx
      .updateTable('audience')
      .set({ name, conditions, version: before.version + 1 })
      .where('id', '=', id)
      .execute(),
  )
  const was = { name: before.name, ...before.audience }
  audit({ clubId, subject: 'audience', subjectId: id, before: was, after: { name, ...chosen } })
  return await one(tx, id)
}

export async function deleteAudience({ tx, audit }: Write, { id }: Input<typeof audience.deleteAudience>) {
  const { clubId, name, audience: was } = await one(tx, id)
  await tx.deleteFrom('audience').where('id', '=', id).execute()
  audit({ clubId, subject: 'audience', subjectId: id, before: { name, ...was }, after: null })
  return { id }
}

const saved = (db: Kysely<Tables>) =>
  db.selectFrom('audience').select(['id', 'club_id as clubId', 'name', 'conditions', 'version'])

const read = ({ conditions, ...row }: Awaited<ReturnType<ReturnType<typeof saved>['execute']>>[number]): Saved => ({
  ...row,
  // Written by `saveAudience`; a condition that a later version does not know any more is an error, not everybody.
  audience: audience.Audience.parse(conditions),
})

const one = async (db: Kysely<Tables>, id: number): Promise<Saved> =>
  read(await saved(db).where('id', '=', id).executeTakeFirstOrThrow())

async function refuseTooMany(tx: Write['tx'], clubId: number) {
  const { count } = await tx
    .selectFrom('audience')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('club_id', '=', clubId)
    .executeTakeFirstOrThrow()
  if (count < mostAudiences) return
  const message = `The club has ${mostAudiences} audiences. Delete one first.`
  throw new Refused(409, message, { name: [message] })
}
