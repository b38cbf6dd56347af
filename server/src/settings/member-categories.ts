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

type Category = Output<typeof call.getMemberCategories>[number]

export const getMemberCategories = ({ db, user }: Read, { clubId }: Input<typeof call.getMemberCategories>) =>
  categories(db, clubId, [...user.clubs.keys()])

async function categories(db: Kysely<Tables>, clubId: number, clubIds: number[]): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select category.id as "categoryId", category.version, category.name as "categoryName", min_age as "minAge",
      max_age as "maxAge", owner.id as "clubId", owner.name as "clubName", owner.id <> ${clubId} as "isInherited",
      (select count(*) from club_member where category_id = category.id and club_id = any(${clubIds})) as "memberCount",
      (select count(*) from grade where category_id = category.id) as "gradeCount"
    from member_category category join ${clubsAbove(clubId)} owner on owner.id = category.club_id
    order by owner.depth, category.position, category.id`.execute(db)
  return rows
}

export async function saveMemberCategory(write: Write, input: Input<typeof call.saveMemberCategory>) {
  const { tx, audit } = write
  const { id, clubId, version, categoryName, minAge, maxAge } = input
  if (minAge !== null && maxAge !== null && minAge > maxAge) refuse(400, 'maxAge', 'Should not be below the youngest.')
  const before = id === 0 ? null : await lockCategory(write, { id, clubId, version })
  const values = { name: categoryName, min_age: minAge, max_age: maxAge }
  const saved = await refuseOn(
    { member_category_club_id_name_key: ['categoryName', 'This club has a category of that name already.'] },
    () => (before ? update(tx, before, values) : insert(tx, clubId, values)),
  )
  audit({
    clubId,
    subject: 'member_category',
    subjectId: saved.categoryId,
    before: before && shown(before),
    after: { categoryName, minAge, maxAge },
  })
  return saved
}

export async function deleteMemberCategory(write: Write, { id }: Input<typeof call.deleteMemberCategory>) {
  const { tx, audit } = write
  const category = await readCategory(tx, id)
  // Of every club, not only of those that the caller sees.
  const { rows } = await sql<{ members: number; grades: number }>`
    select (select count(*) from club_member where category_id = ${id}) as members,
      (select count(*) from grade where category_id = ${id}) as grades`.execute(tx)
  const { members, grades } = rows[0] ?? { members: 0, grades: 0 }
  if (members + grades > 0) {
    const uses = [
      ...(members > 0 ? [members === 1 ? '1 membership' : `${members} memberships`] : []),
      ...(grades > 0 ? [grades === 1 ? '1 grade' : `${grades} grades`] : []),
    ]
    const verb = members + grades === 1 ? 'has' : 'have'
    refuse(
      409,
      'id',
      `${uses.join(' and ')} ${verb} the category ${category.categoryName}. Give them another one first.`,
    )
  }
  await tx.deleteFrom('member_category').where('id', '=', id).execute()
  const before = shown(category)
  audit({ clubId: category.clubId, subject: 'member_category', subjectId: id, before, after: null })
  return { categoryId: id }
}

export async function moveMemberCategory(write: Write, { id, positions }: Input<typeof call.moveMemberCategory>) {
  const moved = await reorder(write, { table: 'member_category', id, positions })
  return { categoryId: moved.id, position: moved.position }
}

interface Edited {
  readonly id: number
  readonly clubId: number
  readonly version: number | undefined
}

async function lockCategory({ tx, user }: Write, { id, clubId, version }: Edited): Promise<Category> {
  const category = await readCategory(tx, id)
  if (category.clubId !== clubId) refuse(400, 'clubId', 'This category belongs to another club.')
  const current = async () =>
    (await categories(tx, clubId, [...user.clubs.keys()])).find(each => each.categoryId === id)
  await checkVersion(tx, { subject: 'member_category', subjectId: id, is: category.version, given: version, current })
  return category
}

async function readCategory(tx: Write['tx'], id: number): Promise<Category> {
  await tx.selectFrom('member_category').select('id').where('id', '=', id).forUpdate().execute()
  const { club_id } = await tx
    .selectFrom('member_category')
    .select('club_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const category = (await categories(tx, club_id, [])).find(each => each.categoryId === id)
  if (!category) throw new Error('a category is among those of its own club')
  return category
}

interface Values {
  name: string
  min_age: number | null
  max_age: number | null
}

const update = (tx: Write['tx'], { categoryId, version }: Category, values: Values) =>
  tx
    .updateTable('member_category')
    .set({ ...values, version: version + 1 })
    .where('id', '=', categoryId)
    .returning(['id as categoryId', 'version'])
    .executeTakeFirstOrThrow()

async function insert(tx: Write['tx'], clubId: number, values: Values) {
  await lockLists(tx, clubId)
  const position = await lastPlace(tx, 'member_category', clubId)
  const { root_club_id } = await tx
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  return await tx
    .insertInto('member_category')
    .values({ ...values, position, club_id: clubId, root_club_id })
    .returning(['id as categoryId', 'version'])
    .executeTakeFirstOrThrow()
}

const shown = ({ categoryName, minAge, maxAge }: Category) => ({ categoryName, minAge, maxAge })

function refuse(status: number, field: string, message: string): never {
  throw new Refused(status, message, { [field]: [message] })
}
