import { randomUUID } from 'node:crypto'
import type { Db } from '../src/platform/database.ts'
import { createLayout, createTemplate } from './factories/templates.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

const content = {
  channel: 'email',
  subject: 'Hello {{ member.firstName }}',
  template: '<p>Hello {{ member.firstName }}, see you at {{ club.name }}</p>',
  layoutId: null,
}

/** One pixel, as a PNG. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A note that somebody has begun to write. */
const begun = ({ club, member }: OurRows) => ({ clubId: club, memberId: member, form: 'note', record: 0 })

/** As in right-input.ts: what the calls of templates and begun forms take. A call that deletes makes the row that it deletes. */
export const templateInputs: Readonly<Record<string, RightInput>> = {
  getFormDraft: begun,
  discardFormDraft: begun,
  saveFormDraft: rows => ({ ...begun(rows), draft: { values: { subject: 'Knee' }, base: {}, version: 1 } }),
  getTemplates: ({ club }) => ({ clubIds: [club] }),
  getLayouts: ({ club }) => ({ clubIds: [club] }),
  saveTemplate: ({ club }) => ({
    ...{ id: 0, clubId: club, templateName: `Template ${randomUUID()}`, description: '', expiryDate: null },
    ...content,
  }),
  deleteTemplate: async ({ club }, db) => ({ id: (await createTemplate(db, { clubId: club })).id }),
  copyTemplate: ({ club }) => ({ clubId: club }),
  saveLayout: ({ club }) => ({
    ...{ id: 0, clubId: club, layoutName: `Layout ${randomUUID()}`, description: '', expiryDate: null },
    ...{ header: '<h1>{{ club.name }}</h1>', footer: '' },
  }),
  deleteLayout: async ({ club }, db) => ({ id: (await createLayout(db, { clubId: club })).id }),
  copyLayout: ({ club }) => ({ clubId: club }),
  previewMessage: ({ member }) => ({ ...content, memberId: member, bookingId: null }),
  sendTestMessage: ({ member }) => ({ ...content, memberId: member, bookingId: null }),
  uploadMessageImage: () => ({ image: dot }),
  saveMessageSettings: async ({ club }, db) => {
    await db.deleteFrom('message_setting').where('club_id', '=', club).execute()
    return { version: 0, smsSegmentPence: 4, website: 'https://example.org', reviewUrl: '' }
  },
}
