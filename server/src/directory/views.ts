import type * as call from '@honbu/contract/directory.ts'
import { directoryColumns } from '@honbu/contract/directory.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { GridError, parseFilter, parseSort } from '@honbu/contract/grid.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'

/** More would be a mistake, or a way to fill the database. */
const mostViews = 100

export async function getDirectoryViews({ db, user }: Read) {
  return await db
    .selectFrom('directory_view')
    .select(['name', 'filter', 'sort', 'columns', 'is_default as isDefault'])
    .where('account_id', '=', user.accountId)
    .orderBy('name')
    .execute()
}

export async function saveDirectoryView(context: Write, input: Input<typeof call.saveDirectoryView>) {
  const { tx, user, audit } = context
  checkReadable(input)
  const { name, renamedFrom = name, filter, sort, columns, isDefault } = input
  // One after the other: what is counted and which is the default depend on all of them.
  await tx.selectFrom('account').select('id').where('id', '=', user.accountId).forNoKeyUpdate().execute()
  const before = await viewOf(context, renamedFrom)
  if (!before && renamedFrom !== name) throw new Refused(404, `There is no view ${renamedFrom}.`)
  if (!before) await refuseTooMany(context)
  if (isDefault)
    await tx
      .updateTable('directory_view')
      .set({ is_default: false })
      .where('account_id', '=', user.accountId)
      .where('name', '<>', renamedFrom)
      .execute()
  const values = { name, filter, sort, columns, is_default: isDefault }
  await refuseOn({ directory_view_pkey: ['name', 'You have a view of that name already.'] }, async () => {
    if (before)
      await tx
        .updateTable('directory_view')
        .set(values)
        .where('account_id', '=', user.accountId)
        .where('name', '=', renamedFrom)
        .execute()
    else
      await tx
        .insertInto('directory_view')
        .values({ account_id: user.accountId, ...values })
        .execute()
  })
  const after = { name, filter, sort, columns, isDefault }
  audit({ clubId: null, subject: 'directory_view', subjectId: null, before: before ?? null, after })
  return {}
}

export async function deleteDirectoryView(context: Write, { name }: Input<typeof call.deleteDirectoryView>) {
  const { tx, user, audit } = context
  const before = await viewOf(context, name)
  if (!before) throw new Refused(404, `There is no view ${name}.`)
  await tx.deleteFrom('directory_view').where('account_id', '=', user.accountId).where('name', '=', name).execute()
  audit({ clubId: null, subject: 'directory_view', subjectId: null, before, after: null })
  return {}
}

async function viewOf({ tx, user }: Write, name: string) {
  return await tx
    .selectFrom('directory_view')
    .select(['name', 'filter', 'sort', 'columns', 'is_default as isDefault'])
    .where('account_id', '=', user.accountId)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** A view that cannot be shown is not worth a name. */
function checkReadable({ filter, sort }: Input<typeof call.saveDirectoryView>) {
  for (const [field, read] of [
    ['filter', () => parseFilter(filter, directoryColumns)],
    ['sort', () => parseSort(sort, directoryColumns)],
  ] as const) {
    try {
      read()
    } catch (error) {
      if (!(error instanceof GridError)) throw error
      throw new Refused(400, error.message, { [field]: [error.message] })
    }
  }
}

async function refuseTooMany({ tx, user }: Write) {
  const { count } = await tx
    .selectFrom('directory_view')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', user.accountId)
    .executeTakeFirstOrThrow()
  if (count < mostViews) return
  const message = `You have ${mostViews} views. Delete one first.`
  throw new Refused(409, message, { name: [message] })
}
