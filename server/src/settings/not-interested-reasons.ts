import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/settings.ts'
import { type Kysely, sql } from 'kysely'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { checkVersion } from '../platform/version.ts'
import { clubsAbove } from './above.ts'
import { lastPlace, lockLists, reorder } from './reorder.ts'

type Reason = Output<typeof call.getNotInterestedReasons>[number]

export const getNotInterestedReasons = ({ db, user }: Read, { id }: Input<typeof call.getNotInterestedReasons>) =>
  notInterestedReasons(db, id, [...user.clubs.keys()])

/** The reasons that a club uses: those of the clubs above it and its own. */
export async function notInterestedReasons(db: Kysely<Tables>, clubId: number, clubIds: number[]): Promise<Reason[]> {
  const { rows } = await sql<Reason>`
    select reason.id, reason.version, reason.name, owner.id as "clubId", owner.name as "clubName",
      owner.id <> ${clubId} as "isInherited",
      (select count(*) from member_status_change
        where not_interested_reason_id = reason.id and club_id = any(${clubIds})) as "useCount"
    from not_interested_reason reason join ${clubsAbove(clubId)} owner on owner.id = reason.club_id
    order by owner.depth, reason.position, reason.id`.execute(db)
  return rows
}

export async function saveNotInterestedReason(write: Write, input: Input<typeof call.saveNotInterestedReason>) {
  const { tx, audit } = write
  const { id, clubId, version, name } = input
  const before = id === 0 ? null : await lockReason(write, { id, clubId, version })
  await requireOther(tx, { id, clubId, name })
  const saved = await refuseOn(
    { not_interested_reason_club_id_name_key: ['name', 'This club has a reason of that name already.'] },
    () => (before ? update(tx, before, name) : insert(tx, clubId, name)),
  )
  audit({
    clubId,
    subject: 'not_interested_reason',
    subjectId: saved.id,
    before: before && { name: before.name },
    after: { name },
  })
  return saved
}

export async function deleteNotInterestedReason(write: Write, { id }: Input<typeof call.deleteNotInterestedReason>) {
  const { tx, audit } = write
  const { clubId, name } = await readReason(tx, id)
  // Of every club, not only of those that the caller sees.
  const { uses } = await tx
    .selectFrom('member_status_change')
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .where('not_interested_reason_id', '=', id)
    .executeTakeFirstOrThrow()
  if (uses > 0)
    refuse(
      409,
      'id',
      `${uses === 1 ? '1 person' : `${uses} people`} did not join for “${name}”: it stays in their history.`,
    )
  await tx.deleteFrom('not_interested_reason').where('id', '=', id).execute()
  audit({ clubId, subject: 'not_interested_reason', subjectId: id, before: { name }, after: null })
  return { id }
}

export const moveNotInterestedReason = (write: Write, { id, positions }: Input<typeof call.moveNotInterestedReason>) =>
  reorder(write, { table: 'not_interested_reason', id, positions })

interface Edited {
  readonly id: number
  readonly clubId: number
  readonly version: number | undefined
}

async function lockReason({ tx, user }: Write, { id, clubId, version }: Edited) {
  const reason = await readReason(tx, id)
  if (reason.clubId !== clubId) refuse(400, 'clubId', 'This reason belongs to another club.')
  const current = async () =>
    (await notInterestedReasons(tx, clubId, [...user.clubs.keys()])).find(each => each.id === id)
  await checkVersion(tx, {
    subject: 'not_interested_reason',
    subjectId: id,
    is: reason.version,
    given: version,
    current,
  })
  return reason
}

const readReason = (tx: Write['tx'], id: number) =>
  tx
    .selectFrom('not_interested_reason')
    .select(['id', 'version', 'name', 'club_id as clubId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** A list with one reason twice helps nobody; that of a club above it counts. */
async function requireOther(tx: Write['tx'], { id, clubId, name }: { id: number; clubId: number; name: string }) {
  const { rows } = await sql<{ owner: string; isOwn: boolean }>`
    select owner.name as owner, owner.id = ${clubId} as "isOwn"
    from not_interested_reason reason join ${clubsAbove(clubId)} owner on owner.id = reason.club_id
    where lower(reason.name) = lower(${name}) and reason.id <> ${id} limit 1`.execute(tx)
  const [same] = rows
  if (same) refuse(409, 'name', `${same.isOwn ? 'This club' : same.owner} has a reason of that name already.`)
}

const update = (tx: Write['tx'], { id, version }: { id: number; version: number }, name: string) =>
  tx
    .updateTable('not_interested_reason')
    .set({ name, version: version + 1 })
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()

async function insert(tx: Write['tx'], clubId: number, name: string) {
  await lockLists(tx, clubId)
  const position = await lastPlace(tx, 'not_interested_reason', clubId)
  return await tx
    .insertInto('not_interested_reason')
    .values({ name, position, club_id: clubId })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}

function refuse(status: number, field: string, message: string): never {
  throw new Refused(status, message, { [field]: [message] })
}
