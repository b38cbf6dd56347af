import * as z from 'zod/mini'
import { Audience } from './audience.ts'
import { isDate } from './calendar.ts'
import { ask, get, id, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import {
  chosenMember,
  club,
  may,
  message,
  messageDraft,
  messageRecipient,
  orNew,
  usedLayout,
  usedTemplate,
} from './guards.ts'
import { mergeField } from './merge-fields.ts'
import { refusals } from './reach.ts'
import { written } from './written.ts'

export const messageChannel = z.enum(['email', 'sms'])
export const messagePurpose = z.enum(['marketing', 'service'])
export const messageStatus = z.enum(['scheduled', 'preparing', 'sending', 'paused', 'cancelled', 'done', 'standing'])

/** What has become of a message to one person, in the order in which it happens. */
export const recipientStates = [
  ...(['waiting', 'sending', 'sent', 'delivered'] as const),
  ...(['bounced', 'complained', 'failed', 'uncertain', 'skipped'] as const),
] as const
export type RecipientState = (typeof recipientStates)[number]
/** Who did not get it, or perhaps did not, and can be sent it again. */
export const againStates = ['failed', 'uncertain', 'bounced'] as const

export const channelWords = { email: 'E-mail', sms: 'Text message' } as const
export const statusWords = {
  scheduled: 'Scheduled',
  preparing: 'Beginning',
  sending: 'Sending',
  paused: 'Paused',
  cancelled: 'Cancelled',
  done: 'Sent',
  standing: 'Automatic',
} as const
export const stateWords: Readonly<Record<RecipientState, string>> = {
  waiting: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced: 'Came back',
  complained: 'Reported as spam',
  failed: 'Failed',
  uncertain: 'Uncertain',
  skipped: 'Not sent',
}

/** Why somebody a message was for got none, in words. */
export const leftOut = {
  ...refusals,
  cancelled: 'The message was cancelled before',
  gap: 'A field of the message is empty for them',
} as const satisfies Readonly<Record<string, string>>
export type LeftOut = keyof typeof leftOut

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, text]) => ({ value, text }))

/** YYYY-MM-DDTHH:MM on the wall of the club. */
const localTime = z.string().check(
  z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/, 'Should be a day and a time'),
  z.refine(local => isDate(local.slice(0, 10)), 'There is no such day'),
)

const contentFields = {
  channel: messageChannel,
  subject: written(500),
  body: z.string().check(z.maxLength(200_000, { error: 'This is too long for a message' })),
  layoutId: z.nullable(id),
}

const audienceFields = {
  /** The club that sends: its name, its templates, its users see it. */
  clubId: id,
  /** Whose members it is for. */
  clubIds: z.array(id).check(z.minLength(1, { error: 'Choose a club' }), z.maxLength(500)),
  audience: Audience,
  purpose: messagePurpose,
  /** One for all who share an address, such as a family. */
  onePerAddress: z.boolean(),
}

/** What becomes of those for whom a field of the message is empty. */
const gap = z.object({
  field: z.string().check(z.refine(name => mergeField(name) !== undefined, { error: 'There is no such field' })),
  /** What stands in its place; null: they are left out. */
  instead: z.nullable(written(200).check(z.minLength(1, { error: 'Say what stands there instead' }))),
})
export type Gap = z.infer<typeof gap>

/** At most one a field. A field that is empty for nobody may be spoken of as well. */
const gaps = z.array(gap).check(z.maxLength(100))

const wholeMessage = { ...contentFields, ...audienceFields, gaps: z.optional(gaps) }
const guards = [
  ...[club('clubId'), club('clubIds'), chosenMember('audience.chosen.members')],
  usedLayout('layoutId'),
] as const

const count = z.int().check(z.gte(0))
const counts = z.object({
  waiting: count,
  sending: count,
  sent: count,
  delivered: count,
  bounced: count,
  complained: count,
  failed: count,
  uncertain: count,
  skipped: count,
})

export const checkMessage = ask('/api/messaging/CheckMessage', {
  summary:
    'How many people get a message, who does not and why, for how many each field is empty, and how many texts it ' +
    'takes and what they cost. We look at up to 2,000 people for empty fields, and at up to 10,000 for texts. People with ' +
    'an empty field are left out, unless `gaps` says what to write instead.',
  access: [...guards],
  input: wholeMessage,
  output: z.object({
    total: count,
    reached: count,
    refused: z.array(z.object({ reason: z.string(), count })),
    /** Those who get it, by the status of their membership; null: people who work in the clubs. */
    byStatus: z.array(z.object({ statusId: z.nullable(id), count })),
    /** How many were looked at for what follows. */
    examined: count,
    empty: z.array(
      z.object({
        field: z.string(),
        title: z.string(),
        /** It is a link: no words can stand in its place. */
        isAddress: z.boolean(),
        count,
        /** The first 200 of them. */
        people: z.array(z.object({ memberId: z.nullable(id), name: z.string() })),
      }),
    ),
    /** Of those who were looked at: how many are left out for a field that is empty, by what `gaps` says now. */
    leftOut: count,
    /** Of text messages: the parts that all are sent and charged as; estimated where not all were looked at. */
    segments: count,
    /** Pounds that these cost; null where no club of the chain has said what a part costs. */
    cost: z.nullable(z.number()),
    /** More people than this are confirmed a second time. */
    askAbove: count,
    /** HH:mm on the clock of the club until which it would wait if it were sent now; null: it would leave at once. */
    waitsUntil: z.nullable(z.string()),
  }),
})

export const getMessagePreview = ask('/api/messaging/GetMessagePreview', {
  summary: 'A message as one of those who would get it would see it: the one at `position`, counted from 0.',
  access: [...guards],
  input: { ...wholeMessage, position: z.int().check(z.gte(0), z.lte(2_147_483_647)) },
  output: z.object({
    /** How many would get it. */
    total: count,
    /** Null: nobody would. */
    shown: z.nullable(
      z.object({
        memberId: z.nullable(id),
        name: z.string(),
        address: z.string(),
        subject: z.string(),
        html: z.nullable(z.string()),
        text: z.string(),
        /** The fields for which it is left out with this one, by title. */
        missing: z.array(z.string()),
        /** The fields whose links are only examples here, by title. */
        examples: z.array(z.string()),
      }),
    ),
  }),
})

const when = {
  /** Null: now. */
  sendLocal: z.nullable(localTime),
  /** Each club by its own clock, else all by that of the club that sends. */
  perClubZone: z.boolean(),
}

/** How many get it, as CheckMessage says: needed where they are more than `askAbove`. */
const confirmed = { confirmedCount: z.optional(count) }

/** The draft that it was written as: it's over. */
const fromDraft = { draftId: z.optional(id) }

const versioned = { version: z.int().check(z.gte(1), z.lte(2_147_483_647)) }

export const sendMessage = post('/api/messaging/SendMessage', {
  summary:
    'Sends a message to an audience, now or at a time. It leaves by a job; the draft is gone by that. Refused 400 under ' +
    '`gaps` where a field is empty for some and nothing is said about them, and under `confirmedCount` where more people ' +
    'get it than the club sends to without a second look. Texts and marketing wait outside 08:00 to 21:00 in each club.',
  access: [...guards, usedTemplate('templateId'), messageDraft('draftId')],
  input: {
    ...wholeMessage,
    ...fromDraft,
    ...when,
    ...confirmed,
    name: written(200),
    /** What it was made from, where it was. */
    templateId: z.nullable(id),
  },
  output: z.object({ messageId: id }),
})

export const saveScheduledMessage = post('/api/messaging/SaveScheduledMessage/:id', {
  summary:
    'Changes all of a message that has not begun yet: what it says, whom it is for, when it leaves. The club that sends it ' +
    'stays.',
  access: [message('id'), ...guards, usedTemplate('templateId'), messageDraft('draftId')],
  input: {
    ...wholeMessage,
    ...fromDraft,
    ...when,
    ...confirmed,
    ...versioned,
    name: written(200),
    templateId: z.nullable(id),
  },
  output: z.object({ messageId: id }),
})

export const messageColumns = columns({
  name: { type: 'string', title: 'Message' },
  clubName: { type: 'string', title: 'Club' },
  channel: { type: 'string', title: 'Sent by', choices: choicesOf(channelWords) },
  sendAt: { type: 'instant', title: 'When' },
  status: { type: 'string', title: 'Status', choices: choicesOf(statusWords) },
  sentBy: { type: 'string', title: 'Who' },
})

const MessageRow = z.object({
  id,
  clubId: id,
  clubName: z.string(),
  timeZone: z.string(),
  name: z.string(),
  channel: messageChannel,
  purpose: messagePurpose,
  status: messageStatus,
  isAutomation: z.boolean(),
  /** ISO 8601, UTC; of a standing message when it was made. */
  sendAt: z.string(),
  sendLocal: z.nullable(z.string()),
  perClubZone: z.boolean(),
  /** Of how many clubs the members are whom it is for. */
  clubCount: count,
  /** Full name; '' for what the product sends by itself. */
  sentBy: z.string(),
  counts,
  version: z.int(),
})

export const getSentMessages = ask('/api/messaging/GetSentMessages', {
  summary: 'What was sent, is being sent, or was cancelled, the latest first: of these clubs.',
  access: club('clubIds'),
  input: { clubIds: z.array(id).check(z.maxLength(2000)), ...gridInput },
  output: gridPage(MessageRow),
})

export const getScheduledMessages = ask('/api/messaging/GetScheduledMessages', {
  summary: 'What will be sent at a time to come, the next first: of these clubs.',
  access: club('clubIds'),
  input: { clubIds: z.array(id).check(z.maxLength(2000)), ...gridInput },
  output: gridPage(MessageRow),
})

export const getMessage = get('/api/messaging/GetMessage/:id', {
  summary: 'A message with what it says, whom it is for, and how far it is.',
  access: message('id'),
  output: z.extend(MessageRow, {
    clubIds: z.array(id),
    clubNames: z.array(z.string()),
    audience: Audience,
    onePerAddress: z.boolean(),
    subject: z.string(),
    body: z.string(),
    layoutId: z.nullable(id),
    templateId: z.nullable(id),
    gaps,
    /** What keeps it from going on; '' where nothing does. */
    trouble: z.string(),
    finishedAt: z.nullable(z.string()),
    refused: z.array(z.object({ reason: z.string(), count })),
    replies: count,
  }),
})

export const recipientColumns = columns({
  toName: { type: 'string', title: 'To' },
  memberName: { type: 'string', title: 'Member' },
  toAddress: { type: 'string', title: 'Address' },
  state: { type: 'string', title: 'State', choices: choicesOf(stateWords) },
  clubName: { type: 'string', title: 'Club' },
  sentAt: { type: 'instant', title: 'Sent' },
  replies: { type: 'number', title: 'Replies' },
})

const RecipientRow = z.object({
  id,
  memberId: z.nullable(id),
  memberName: z.string(),
  clubName: z.string(),
  toName: z.string(),
  toAddress: z.string(),
  state: z.enum(recipientStates),
  /** Why it did not leave, or did not arrive, in words. */
  reason: z.string(),
  sentAt: z.nullable(z.string()),
  deliveredAt: z.nullable(z.string()),
  replies: count,
  hasCopy: z.boolean(),
})

export const getMessageRecipients = ask('/api/messaging/GetMessageRecipients/:id', {
  summary: 'Everyone a message is or was for, and what became of it.',
  access: message('id'),
  input: { ...gridInput },
  output: gridPage(RecipientRow),
})

export const getMessageFile = get('/api/messaging/GetMessageFile/:id', {
  summary: 'Everyone a message is or was for as CSV, up to 100,000.',
  access: may('export', message('id')),
  needsProof: true,
  output: z.object({ fileName: z.string(), csv: z.string() }),
})

export const getMessageCopy = get('/api/messaging/GetMessageCopy/:id', {
  summary: 'Exactly what one person was sent, and what they answered.',
  access: messageRecipient('id'),
  output: z.extend(RecipientRow, {
    messageId: id,
    messageName: z.string(),
    channel: messageChannel,
    timeZone: z.string(),
    /** Null: nothing was written yet. */
    copy: z.nullable(z.object({ subject: z.string(), html: z.nullable(z.string()), text: z.string() })),
    answers: z.array(z.object({ at: z.string(), subject: z.string(), text: z.string() })),
  }),
})

export const changeMessageTime = post('/api/messaging/ChangeMessageTime/:id', {
  summary: 'Sends a scheduled message at another time, or now: to more people than `askAbove` once they are confirmed.',
  access: message('id'),
  input: { ...when, ...versioned, ...confirmed },
  output: z.object({ messageId: id }),
})

export const cancelMessage = post('/api/messaging/CancelMessage/:id', {
  summary: 'Ends a message: nobody gets it any more who has not got it yet.',
  access: message('id'),
  output: z.object({ messageId: id }),
})

export const pauseMessage = post('/api/messaging/PauseMessage/:id', {
  summary: 'Stops a message that is being sent, until it is told to go on.',
  access: message('id'),
  output: z.object({ messageId: id }),
})

export const resumeMessage = post('/api/messaging/ResumeMessage/:id', {
  summary:
    'Lets a message that was paused go on. More people than `askAbove` who still wait for it are confirmed by their number.',
  access: may('sendToMany', message('id')),
  input: confirmed,
  output: z.object({ messageId: id }),
})

export const sendMessageAgain = post('/api/messaging/SendMessageAgain/:id', {
  summary:
    'Sends a message again to those who did not get it, or perhaps did not: all in these states, or the recipients named. ' +
    'Who must not be written to any more is left out. More of them than `askAbove` are confirmed by their number.',
  access: [may('sendToMany', message('id')), messageRecipient('recipientIds')],
  input: {
    states: z.array(z.enum(againStates)),
    recipientIds: z.array(id).check(z.maxLength(500)),
    ...confirmed,
  },
  output: z.object({ messageId: id, again: count }),
})

/** What somebody has begun to write: all of it may be missing or not right yet. */
const draft = z.object({
  clubId: id,
  clubIds: z.array(id).check(z.maxLength(500)),
  channel: messageChannel,
  audience: Audience,
  purpose: messagePurpose,
  onePerAddress: z.boolean(),
  templateId: z.nullable(id),
  subject: contentFields.subject,
  body: contentFields.body,
  layoutId: z.nullable(id),
  name: written(200),
  gaps: z.optional(gaps),
  ...when,
  /** What it was begun with, so that the same address goes on with it: a message used again, members chosen. */
  begunFrom: z.optional(written(100)),
  /** Of a scheduled message that is changed: its version as it was read. */
  version: z.optional(z.int()),
  /** The page that was open. */
  step: z.int().check(z.gte(0), z.lte(10)),
})
export type MessageDraft = z.infer<typeof draft>

export const draftColumns = columns({
  title: { type: 'string', title: 'Draft' },
  clubName: { type: 'string', title: 'Club' },
  channel: { type: 'string', title: 'Sent by', choices: choicesOf(channelWords) },
  author: { type: 'string', title: 'Author' },
  savedAt: { type: 'instant', title: 'Saved' },
})

export const getMessageDrafts = ask('/api/messaging/GetMessageDrafts', {
  summary: 'The messages that are being written in these clubs, by anyone there, the last saved first.',
  access: club('clubIds'),
  input: { clubIds: z.array(id).check(z.maxLength(2000)), ...gridInput },
  output: gridPage(
    z.object({
      id,
      clubId: id,
      clubName: z.string(),
      timeZone: z.string(),
      channel: messageChannel,
      /** The subject, or the first words; '' where there are none. */
      title: z.string(),
      author: z.string(),
      savedAt: z.string(),
      /** The scheduled message that it changes; 0: a new one. */
      editId: id,
    }),
  ),
})

const keptDraft = z.object({ draftId: id, draft, savedAt: z.string(), version: z.int() })

export const getMessageDraft = get('/api/messaging/GetMessageDraft/:id', {
  summary: 'A message that is being written. Refused 410 once it was discarded.',
  access: messageDraft('id'),
  output: keptDraft,
})

export const saveMessageDraft = post('/api/messaging/SaveMessageDraft/:id', {
  summary: 'Saves a message that is being written (id 0: a new draft).',
  access: [
    orNew(messageDraft('id')),
    ...[club('draft.clubId'), club('draft.clubIds'), chosenMember('draft.audience.chosen.members')],
    ...[usedLayout('draft.layoutId'), usedTemplate('draft.templateId')],
  ],
  input: { draft, version: z.optional(z.int()) },
  output: z.object({ draftId: id, savedAt: z.string(), version: z.int() }),
})

export const discardMessageDraft = post('/api/messaging/DiscardMessageDraft/:id', {
  summary: 'Discards a draft. It can be restored for a day.',
  access: messageDraft('id'),
  output: z.object({ draftId: id }),
})

export const restoreMessageDraft = post('/api/messaging/RestoreMessageDraft/:id', {
  summary: 'Restores a draft that was discarded.',
  access: messageDraft('id'),
  output: z.object({ draftId: id }),
})
