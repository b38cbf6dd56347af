import { randomUUID } from 'node:crypto'
import type { Db } from '../../src/platform/database.ts'
import { inTree } from './in-tree.ts'

/** Templates and layouts for tests. */
export async function createLayout(db: Db, { clubId, header = '', footer = '', expiryDate = null }: LayoutInput) {
  return await db
    .insertInto('message_layout')
    .values({ ...(await inTree(db, clubId)), name: `Layout ${randomUUID()}`, header, footer, expiry_date: expiryDate })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface LayoutInput {
  clubId: number
  header?: string
  footer?: string
  expiryDate?: string | null
}

export async function createTemplate(db: Db, { clubId, layoutId = null, ...rest }: TemplateInput) {
  const channel = rest.channel ?? 'email'
  return await db
    .insertInto('message_template')
    .values({
      ...(await inTree(db, clubId)),
      name: rest.name ?? `Template ${randomUUID()}`,
      channel,
      subject: channel === 'email' ? (rest.subject ?? 'Hello') : '',
      body: rest.body ?? '<p>Hello {{ member.firstName }}</p>',
      layout_id: layoutId,
      expiry_date: rest.expiryDate ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface TemplateInput {
  clubId: number
  layoutId?: number | null
  channel?: 'email' | 'sms'
  name?: string
  subject?: string
  body?: string
  expiryDate?: string | null
}
