import type { Db } from '../src/platform/database.ts'
import { createMessage, createMessageDraft } from './factories/messages.ts'
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
  sendMessage: async (rows, db) => ({
    ...{ ...whole(rows), ...when, name: 'News', templateId: null },
    draftId: await createMessageDraft(db, { clubId: rows.club, accountId: rows.account }),
  }),
  saveScheduledMessage: async (rows, db) => ({
    ...{ ...whole(rows), ...when, name: 'News', templateId: null, version: 1 },
    draftId: await createMessageDraft(db, { clubId: rows.club, accountId: rows.account }),
    id: await createMessage(db, { clubId: rows.club, status: 'scheduled' }),
  }),
  getSentMessages: () => ({ page: 1 }),
  getScheduledMessages: () => ({ page: 1 }),
  getMessageRecipients: () => ({ page: 1 }),
  changeMessageTime: async ({ club, member }, db) => ({
    id: await createMessage(db, { clubId: club, status: 'scheduled', chosen: [member] }),
    ...when,
    version: 1,
  }),
  cancelMessage: async ({ club }, db) => ({ id: await createMessage(db, { clubId: club }) }),
  pauseMessage: async ({ club }, db) => ({ id: await createMessage(db, { clubId: club }) }),
  resumeMessage: async ({ club }, db) => ({ id: await createMessage(db, { clubId: club, status: 'paused' }) }),
  sendMessageAgain: () => ({ states: ['failed'], recipientIds: [] }),
  getMessageDrafts: () => ({ page: 1 }),
  saveMessageDraft: rows => ({
    ...{ id: 0, version: 1 },
    draft: { ...whole(rows), ...when, clubId: rows.club, clubIds: [rows.club], templateId: null, name: '', step: 0 },
  }),
  getMessageDraft: async (rows, db) => {
    const draft = {
      ...whole(rows),
      ...when,
      clubId: rows.club,
      clubIds: [rows.club],
      templateId: null,
      name: '',
      step: 0,
    }
    await db
      .updateTable('club_message_draft')
      .set({ draft: JSON.stringify(draft), discarded_at: null })
      .where('id', '=', rows.messageDraft)
      .execute()
    return {}
  },
}
