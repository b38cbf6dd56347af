import { sql } from 'kysely'
import type { Db } from '../src/platform/database.ts'
import { createMessage } from './factories/messages.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

const content = { channel: 'email', subject: 'News', body: '<p>Hello {{ recipient.firstName }}</p>', layoutId: null }
const whole = ({ member }: OurRows) => ({
  ...content,
  ...{ audience: { include: [], exclude: [], chosen: { members: [member] } }, purpose: 'service' },
  onePerAddress: false,
})
const when = { sendLocal: null, perClubZone: false }

/** As in right-input.ts: what the calls about messages to many take. */
export const sendingInputs: Readonly<Record<string, RightInput>> = {
  checkMessage: whole,
  getMessagePreview: rows => ({ ...whole(rows), position: 0 }),
  sendMessage: rows => ({ ...whole(rows), ...when, name: 'News', templateId: null }),
  saveScheduledMessage: async (rows, db) => ({
    ...{ ...whole(rows), ...when, name: 'News', templateId: null, version: 1 },
    id: await createMessage(db, { clubId: rows.club, status: 'scheduled' }),
  }),
  getSentMessages: () => ({ page: 1 }),
  getScheduledMessages: () => ({ page: 1 }),
  getMessageRecipients: () => ({ page: 1 }),
  changeMessageTime: async ({ club }, db) => ({
    id: await createMessage(db, { clubId: club, status: 'scheduled' }),
    ...when,
    version: 1,
  }),
  cancelMessage: async ({ club }, db) => ({ id: await createMessage(db, { clubId: club }) }),
  pauseMessage: async ({ club }, db) => ({ id: await createMessage(db, { clubId: club }) }),
  resumeMessage: async ({ club }, db) => ({ id: await createMessage(db, { clubId: club, status: 'paused' }) }),
  sendMessageAgain: () => ({ states: ['failed'], recipientIds: [] }),
  saveMessageDraft: rows => ({
    draft: { ...whole(rows), ...when, clubId: rows.club, clubIds: [rows.club], templateId: null, name: '', step: 0 },
  }),
  getMessageDraft: async ({ admin }, db) => {
    await sql`delete from message_draft using account where account.id = account_id and sub = ${admin}`.execute(db)
    return {}
  },
}
