import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/templates.ts'
import { layoutColumns } from '@honbu/contract/templates.ts'
import { sql } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import { refuseOn } from '../platform/constraint.ts'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { checkVersion } from '../platform/version.ts'
import { compileContent } from './compile-content.ts'
import { freeName, refused, rootOf, usedIn } from './rows.ts'

type Row = Output<typeof call.getLayouts>['data'][number] & { header: string; footer: string }

export const getLayouts = async ({ db, user }: Read, { clubIds, ...grid }: Input<typeof call.getLayouts>) =>
  await gridQuery(
    layoutsOf(db, clubIds, [...user.clubs.keys()]).selectAll('entry'),
    {
      columns: layoutColumns,
      expressions: {
        layoutName: 'entry.layoutName',
        description: 'entry.description',
        templateCount: 'entry.templateCount',
        clubName: 'entry.clubName',
        expiryDate: 'entry.expiryDate',
      },
      id: 'entry.id',
      sort: [{ field: 'layoutName', dir: 'asc' }],
    },
    grid,
  )

/** Counted are the templates of the clubs that the caller sees, and of those above the ones asked for. */
const layoutsOf = (db: Db, clubIds: readonly number[], seen: readonly number[]) =>
  db.selectFrom(
    sql<Row>`(
      with used as (
        select distinct above.club_id
        from unnest(${[...clubIds]}::bigint[]) as asked (club_id), club_and_above(asked.club_id) above
      )
      select layout.id, layout.club_id as "clubId", club.name as "clubName", layout.name::text as "layoutName",
        layout.description, layout.expiry_date as "expiryDate", layout.version, layout.header, layout.footer,
        not (layout.club_id = any(${[...clubIds]})) as "isInherited",
        (select count(*) from message_template template where template.layout_id = layout.id
          and (template.club_id = any(${[...seen]}) or template.club_id in (select club_id from used))) as "templateCount"
      from used join message_layout layout on layout.club_id = used.club_id
      join club on club.id = layout.club_id
    )`.as('entry'),
  )

export const getLayout = ({ db, user }: Read, { id }: Input<typeof call.getLayout>) => readLayout(db, user, id)

async function readLayout(db: Db, user: Read['user'], id: number) {
  const { clubId } = await db
    .selectFrom('message_layout')
    .select('club_id as clubId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const row = await layoutsOf(db, [clubId], [...user.clubs.keys()])
    .selectAll('entry')
    .where('entry.id', '=', id)
    .executeTakeFirstOrThrow()
  const canEdit = mayTouch(user, clubId, true)
  return { ...row, isInherited: !user.clubs.has(clubId), usedIn: await usedIn(db, user, clubId), canEdit }
}

const taken = {
  message_layout_club_id_name_key: ['layoutName', 'This club has a layout of that name already.'],
} as const

export async function saveLayout({ tx, user, audit }: Write, input: Input<typeof call.saveLayout>) {
  const { id, clubId, version, layoutName, description, expiryDate, header, footer } = input
  const before = id === 0 ? null : await lockLayout(tx, id)
  if (before && before.clubId !== clubId) throw refused(400, 'clubId', 'This layout belongs to another club.')
  if (before)
    await checkVersion(tx, {
      ...{ subject: 'message_layout', subjectId: id, is: before.version, given: version },
      current: () => readLayout(tx, user, id),
    })
  for (const field of ['header', 'footer'] as const) await demandSendable(tx, clubId, field, input[field])
  const values = { name: layoutName, description, expiry_date: expiryDate, header, footer }
  const root_club_id = await rootOf(tx, clubId)
  const saved = await refuseOn(taken, () =>
    before
      ? tx
          .updateTable('message_layout')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', id)
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('message_layout')
          .values({ club_id: clubId, root_club_id, ...values })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow(),
  )
  audit({
    ...{ clubId, subject: 'message_layout', subjectId: saved.id },
    before: before && { layoutName: before.name },
    after: { layoutName, expiryDate },
  })
  return saved
}

async function demandSendable(tx: Write['tx'], clubId: number, field: 'header' | 'footer', body: string) {
  try {
    await compileContent(
      tx,
      clubId,
      { channel: 'email', subject: '', body, layoutId: null },
      { address: 'https://honbu.invalid' },
    )
  } catch (error) {
    if (!(error instanceof Refused) || error.statusCode !== 400) throw error
    throw new Refused(400, error.message, { [field]: error.fields?.body ?? [error.message] })
  }
}

const lockLayout = (tx: Write['tx'], id: number) =>
  tx
    .selectFrom('message_layout')
    .select(['club_id as clubId', 'version', 'name'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function deleteLayout({ tx, audit }: Write, { id }: Input<typeof call.deleteLayout>) {
  const { clubId, name } = await lockLayout(tx, id)
  const { count } = await tx
    .selectFrom('message_template')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('layout_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count > 0)
    throw refused(
      409,
      'id',
      `${count === 1 ? 'A template is' : `${count} templates are`} in ${name}. Give it a last day instead.`,
    )
  await refuseOn(
    { message_template_layout_id_root_club_id_fkey: ['id', 'A template has just been put into this layout.'] },
    () => tx.deleteFrom('message_layout').where('id', '=', id).execute(),
  )
  audit({ clubId, subject: 'message_layout', subjectId: id, before: { layoutName: name }, after: null })
  return { id }
}

export async function copyLayout({ tx, audit }: Write, { id, clubId }: Input<typeof call.copyLayout>) {
  const from = await tx
    .selectFrom('message_layout')
    .selectAll()
    .where('id', '=', id)
    .where('club_id', 'in', sql<number>`(select club_id from club_and_above(${clubId}))`)
    .executeTakeFirst()
  if (!from) throw refused(400, 'clubId', 'This club does not use that layout.')
  const { description, header, footer, expiry_date } = from
  const name = await freeName(tx, { table: 'message_layout', clubId, name: from.name })
  const saved = await refuseOn(taken, async () =>
    tx
      .insertInto('message_layout')
      .values({
        club_id: clubId,
        root_club_id: await rootOf(tx, clubId),
        name,
        description,
        header,
        footer,
        expiry_date,
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow(),
  )
  const after = { layoutName: name, copyOf: id }
  audit({ clubId, subject: 'message_layout', subjectId: saved.id, before: null, after })
  return saved
}
