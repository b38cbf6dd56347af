import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/templates.ts'
import { TemplateFields, templateColumns } from '@honbu/contract/templates.ts'
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

type Row = Output<typeof call.getTemplates>['data'][number] & { template: string }

export const getTemplates = async ({ db }: Read, { clubIds, ...grid }: Input<typeof call.getTemplates>) =>
  await gridQuery(
    templatesOf(db, clubIds).selectAll('entry'),
    {
      columns: templateColumns,
      expressions: {
        templateName: 'entry.templateName',
        channel: 'entry.channel',
        subject: 'entry.subject',
        layoutName: 'entry.layoutName',
        clubName: 'entry.clubName',
        expiryDate: 'entry.expiryDate',
      },
      id: 'entry.id',
      sort: [{ field: 'templateName', dir: 'asc' }],
    },
    grid,
  )

/** Those of the clubs and of all above them; inherited is what is of none of these clubs. */
const templatesOf = (db: Db, clubIds: readonly number[]) =>
  db.selectFrom(
    sql<Row>`(
      select template.id, template.club_id as "clubId", club.name as "clubName", template.name::text as "templateName",
        template.description, template.expiry_date as "expiryDate", template.channel, template.subject,
        template.layout_id as "layoutId", coalesce(layout.name::text, '') as "layoutName",
        not (template.club_id = any(${[...clubIds]})) as "isInherited", template.version, template.body as template
      from message_template template
      join club on club.id = template.club_id
      left join message_layout layout on layout.id = template.layout_id
      where template.club_id in (
        select above.club_id from unnest(${[...clubIds]}::bigint[]) as asked (club_id), club_and_above(asked.club_id) above)
    )`.as('entry'),
  )

export const getTemplate = ({ db, user }: Read, { id }: Input<typeof call.getTemplate>) => readTemplate(db, user, id)

async function readTemplate(db: Db, user: Read['user'], id: number) {
  const { clubId } = await ownerOf(db, id)
  const row = await templatesOf(db, [clubId]).selectAll('entry').where('entry.id', '=', id).executeTakeFirstOrThrow()
  const canEdit = mayTouch(user, clubId, true)
  return { ...row, isInherited: !user.clubs.has(clubId), usedIn: await usedIn(db, user, clubId), canEdit }
}

const ownerOf = (db: Db, id: number) =>
  db
    .selectFrom('message_template')
    .select(['club_id as clubId', 'version', 'name', 'channel'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const taken = {
  message_template_club_id_name_key: ['templateName', 'This club has a template of that name already.'],
} as const

export async function saveTemplate({ tx, user, audit }: Write, input: Input<typeof call.saveTemplate>) {
  const { id, clubId, version, templateName, description, expiryDate, layoutId } = input
  const before = id === 0 ? null : await lockTemplate(tx, id)
  const channel = input.channel ?? (before?.channel === 'sms' ? 'sms' : 'email')
  const subjectGiven = input.subject ?? before?.subject ?? templateName
  demandWhole({ ...input, channel, subject: subjectGiven })
  if (before && before.clubId !== clubId) throw refused(400, 'clubId', 'This template belongs to another club.')
  if (before && before.channel !== channel) throw refused(400, 'channel', 'A template goes on to be sent as it was.')
  if (before)
    await checkVersion(tx, {
      ...{ subject: 'message_template', subjectId: id, is: before.version, given: version },
      current: () => readTemplate(tx, user, id),
    })
  const isEmail = channel === 'email'
  const subject = isEmail ? subjectGiven : ''
  const layout_id = isEmail ? layoutId : null
  await demandSendable(tx, clubId, { channel, subject, body: input.template, layoutId: layout_id })
  const values = {
    name: templateName,
    description,
    channel,
    subject,
    body: input.template,
    layout_id,
    expiry_date: expiryDate,
  }
  const root_club_id = await rootOf(tx, clubId)
  const saved = await refuseOn(taken, () =>
    before
      ? tx
          .updateTable('message_template')
          .set({ ...values, version: before.version + 1 })
          .where('id', '=', id)
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow()
      : tx
          .insertInto('message_template')
          .values({ club_id: clubId, root_club_id, ...values })
          .returning(['id', 'version'])
          .executeTakeFirstOrThrow(),
  )
  audit({
    ...{ clubId, subject: 'message_template', subjectId: saved.id },
    before: before && { templateName: before.name },
    after: { templateName, channel, subject, layoutId: layout_id, expiryDate },
  })
  return saved
}

function demandWhole(input: Input<typeof call.saveTemplate>): void {
  const issues = TemplateFields.safeParse(input).error?.issues ?? []
  const [first] = issues
  if (first) throw refused(400, String(first.path[0] ?? 'template'), first.message)
}

/** What could not be sent is not kept. Links and images are looked at as everywhere; the address only stands for ours. */
async function demandSendable(tx: Write['tx'], clubId: number, content: Parameters<typeof compileContent>[2]) {
  try {
    await compileContent(tx, clubId, content, { address: 'https://honbu.invalid' })
  } catch (error) {
    if (!(error instanceof Refused) || !error.fields) throw error
    const { body, ...fields } = error.fields
    throw new Refused(error.statusCode, error.message, { ...fields, ...(body && { template: body }) })
  }
}

const lockTemplate = (tx: Write['tx'], id: number) =>
  tx
    .selectFrom('message_template')
    .select(['club_id as clubId', 'version', 'name', 'channel', 'subject'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()

export async function deleteTemplate({ tx, audit }: Write, { id }: Input<typeof call.deleteTemplate>) {
  const { clubId, name } = await lockTemplate(tx, id)
  await refuseOn(
    { message_template_in_use: ['id', 'Something still sends this template. Take it out there first.'] },
    () => tx.deleteFrom('message_template').where('id', '=', id).execute(),
  )
  audit({ clubId, subject: 'message_template', subjectId: id, before: { templateName: name }, after: null })
  return { id }
}

export async function copyTemplate({ tx, audit }: Write, { id, clubId }: Input<typeof call.copyTemplate>) {
  const from = await tx
    .selectFrom('message_template')
    .selectAll()
    .where('id', '=', id)
    .where('club_id', 'in', sql<number>`(select club_id from club_and_above(${clubId}))`)
    .executeTakeFirst()
  if (!from) throw refused(400, 'clubId', 'This club does not use that template.')
  const { description, channel, subject, body, layout_id, expiry_date } = from
  const name = await freeName(tx, { table: 'message_template', clubId, name: from.name })
  const saved = await refuseOn(taken, async () =>
    tx
      .insertInto('message_template')
      .values({
        ...{ club_id: clubId, root_club_id: await rootOf(tx, clubId), name, description },
        ...{ channel, subject, body, layout_id, expiry_date },
      })
      .returning(['id', 'version'])
      .executeTakeFirstOrThrow(),
  )
  const after = { templateName: name, copyOf: id }
  audit({ clubId, subject: 'message_template', subjectId: saved.id, before: null, after })
  return saved
}
