import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id, post } from './endpoint.ts'
import { wholeNumber } from './format.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, booking, club, layout, member, orNew, template, usedLayout, usedTemplate } from './guards.ts'
import { written, writtenLines } from './written.ts'

export const channel = z.enum(['email', 'sms'])
export type Channel = z.infer<typeof channel>

/** HTML of the editor, or text, as it was typed: space in it counts. */
export const content = (maxLength: number) =>
  z.string().check(z.maxLength(maxLength, { error: `At most ${wholeNumber(maxLength)} characters` }))

const expiryDate = z.nullable(date)

const contentFields = {
  channel,
  /** Of an e-mail; a text message has none. */
  subject: written(200),
  /** Of an e-mail: HTML of the editor; of a text message: its text. Both with merge fields, in Liquid. */
  template: content(200_000),
  /** Of an e-mail. */
  layoutId: z.nullable(id),
}

const templateFields = {
  templateName: written(100).check(z.minLength(1, { error: 'Give it a name' })),
  description: writtenLines(500),
  expiryDate,
  ...contentFields,
}

/** What a person edits of a template. */
export const TemplateFields = z.object(templateFields).check(context => {
  const { channel: by, subject, template: body } = context.value
  const issue = (path: 'subject' | 'template', message: string) =>
    context.issues.push({ code: 'custom', input: context.value, path: [path], message })
  if (by === 'email' && subject === '') issue('subject', 'Write a subject')
  if (isBlank(body)) issue('template', 'Write the message')
})

/** Nothing to be read: HTML without text and images is as good as none. */
export const isBlank = (body: string) => !/<img\b/i.test(body) && body.replaceAll(/<[^<>]*>|&nbsp;/g, '').trim() === ''

const layoutFields = {
  layoutName: written(100).check(z.minLength(1, { error: 'Give it a name' })),
  description: writtenLines(500),
  expiryDate,
  /** HTML of the editor, with merge fields. */
  header: content(100_000),
  footer: content(100_000),
}

/** What a person edits of a layout. */
export const LayoutFields = z.object(layoutFields)

const owned = {
  id,
  /** The club that has made it. */
  clubId: id,
  clubName: z.string(),
}

export const templateColumns = columns({
  templateName: { type: 'string', title: 'Template' },
  channel: {
    type: 'string',
    title: 'Sent as',
    choices: [
      { value: 'email', text: 'E-mail' },
      { value: 'sms', text: 'Text message' },
    ],
  },
  subject: { type: 'string', title: 'Subject' },
  layoutName: { type: 'string', title: 'Layout' },
  clubName: { type: 'string', title: 'Of' },
  expiryDate: { type: 'date', title: 'Used until' },
})

const templateRow = {
  ...owned,
  templateName: z.string(),
  description: z.string(),
  expiryDate,
  channel,
  subject: z.string(),
  layoutId: z.nullable(id),
  layoutName: z.string(),
  /** Of a club above: changed only there. */
  isInherited: z.boolean(),
  version: z.int(),
}

/** The clubs of the caller that use it: the one that has made it first, then by name. */
const usedIn = z.array(z.object({ id, name: z.string(), isAdmin: z.boolean() }))

export const Template = z.object({
  ...templateRow,
  template: z.string(),
  usedIn,
  /** May the signed-in user change it? */
  canEdit: z.boolean(),
})

const clubIds = z.array(id).check(z.minLength(1), z.maxLength(1000))

export const getTemplates = ask('/api/messaging/GetTemplates', {
  summary:
    'The message templates that clubs use, their own and those of the clubs above them, as a grid; inherited is what ' +
    'none of these clubs has made.',
  access: club('clubIds'),
  input: { clubIds, ...gridInput },
  output: gridPage(z.object(templateRow)),
})

export const getTemplate = get('/api/messaging/GetTemplate/:id', {
  summary: 'A message template.',
  access: usedTemplate('id'),
  output: Template,
})

const saved = z.object({ id, version: z.int() })

export const saveTemplate = post('/api/messaging/SaveTemplate/:id', {
  summary:
    'Saves a message template of a club (id 0: a new one). Refuses what could not be sent: a merge field that is none, ' +
    'a language error, an image of another club. Without channel and subject: as before, or an email with its name as the ' +
    'subject.',
  access: [admin(orNew(template('id'))), admin(club('clubId')), usedLayout('layoutId')],
  input: {
    clubId: id,
    version: z.optional(z.int()),
    ...templateFields,
    channel: z.optional(channel),
    subject: z.optional(templateFields.subject),
  },
  output: saved,
})

export const deleteTemplate = post('/api/messaging/DeleteTemplate/:id', {
  summary: 'Deletes a message template. What was sent keeps its words.',
  access: admin(template('id')),
  output: z.object({ id }),
})

export const copyTemplate = post('/api/messaging/CopyTemplate/:id', {
  summary: 'Copies a template that a club uses to that club, where it can be changed; its layout goes on to be used.',
  access: [usedTemplate('id'), admin(club('clubId'))],
  input: { clubId: id },
  output: saved,
})

export const layoutColumns = columns({
  layoutName: { type: 'string', title: 'Layout' },
  description: { type: 'string', title: 'Description' },
  templateCount: { type: 'number', title: 'Templates' },
  clubName: { type: 'string', title: 'Of' },
  expiryDate: { type: 'date', title: 'Used until' },
})

const layoutRow = {
  ...owned,
  layoutName: z.string(),
  description: z.string(),
  expiryDate,
  /** Templates in it, of the clubs that the caller sees. */
  templateCount: z.int(),
  isInherited: z.boolean(),
  version: z.int(),
}

export const Layout = z.object({ ...layoutRow, header: z.string(), footer: z.string(), usedIn, canEdit: z.boolean() })

export const getLayouts = ask('/api/messaging/GetLayouts', {
  summary: 'The layouts that clubs use, their own and those of the clubs above them, as a grid.',
  access: club('clubIds'),
  input: { clubIds, ...gridInput },
  output: gridPage(z.object(layoutRow)),
})

export const getLayout = get('/api/messaging/GetLayout/:id', {
  summary: 'A layout: what stands above and below the words of an e-mail.',
  access: usedLayout('id'),
  output: Layout,
})

export const saveLayout = post('/api/messaging/SaveLayout/:id', {
  summary: 'Saves a layout of a club (id 0: a new one). Templates in it are sent with it from then on.',
  access: [admin(orNew(layout('id'))), admin(club('clubId'))],
  input: { clubId: id, version: z.optional(z.int()), ...layoutFields },
  output: saved,
})

export const deleteLayout = post('/api/messaging/DeleteLayout/:id', {
  summary: 'Deletes a layout that no template is in; otherwise refuses and says how many are.',
  access: admin(layout('id')),
  output: z.object({ id }),
})

export const copyLayout = post('/api/messaging/CopyLayout/:id', {
  summary: 'Copies a layout that a club uses to that club, where it can be changed.',
  access: [usedLayout('id'), admin(club('clubId'))],
  input: { clubId: id },
  output: saved,
})

export const getTemplateChoices = get('/api/messaging/GetTemplateChoices/:clubId', {
  summary:
    'What messages of a club can be written from: its templates and layouts and those of the clubs above it that have ' +
    'not expired, and what a segment of a text message costs.',
  access: club('clubId'),
  output: z.object({
    templates: z.array(z.object({ id, templateName: z.string(), channel, isInherited: z.boolean() })),
    layouts: z.array(z.object({ id, layoutName: z.string(), isInherited: z.boolean() })),
    /** Pounds; null where no club of the chain has said it. */
    smsSegmentPrice: z.nullable(z.number()),
    /** What a marketing text gets where it doesn't say it itself, for counting its parts. */
    marketing: z.object({ clubName: z.string(), wayOut: z.string() }),
    /** Somebody to show messages for: an active member, if there is one. */
    exampleMember: z.nullable(z.object({ id, name: z.string() })),
  }),
})

/** What a message is made of while it is written; a layout can be given as it is written, too. */
const draft = {
  ...contentFields,
  layout: z.optional(z.nullable(z.object({ header: content(100_000), footer: content(100_000) }))),
  memberId: id,
  bookingId: z.optional(z.nullable(id)),
}

export const previewMessage = ask('/api/messaging/PreviewMessage/:clubId', {
  summary: 'A message as a member of the club would get it. Links that are made for one person lead to examples.',
  access: [club('clubId'), member('memberId'), usedLayout('layoutId'), booking('bookingId')],
  input: draft,
  output: z.object({
    subject: z.string(),
    /** A whole page; null for a text message. */
    html: z.nullable(z.string()),
    text: z.string(),
    /** Titles of the fields that are empty for this member and have no default. */
    empty: z.array(z.string()),
    /** Titles of the fields whose links are only examples here: each one's own is made when it is sent. */
    examples: z.array(z.string()),
  }),
})

export const sendTestMessage = post('/api/messaging/SendTestMessage/:clubId', {
  summary:
    'Sends a message as a member would get it to the signed-in user: to the own address, or the own mobile number.',
  access: [club('clubId'), member('memberId'), usedLayout('layoutId'), booking('bookingId')],
  input: draft,
  output: z.object({ sentTo: z.string() }),
})

/** Base64 of a PNG, JPEG or WebP of up to 6 MB. */
const image = z.string().check(z.maxLength(8_500_000, { error: 'The picture should be under 6 MB.' }))

export const uploadMessageImage = post('/api/messaging/UploadMessageImage/:clubId', {
  summary: 'Takes an image that may stand in messages of the club and those below it, made no wider than 1,200 pixels.',
  access: club('clubId'),
  mostBytes: 9_000_000,
  input: { image },
  output: z.object({
    /** What stands in `src`: relative to the base address. */
    src: z.string(),
    width: z.int(),
    height: z.int(),
  }),
})

const address = written(500).check(
  z.refine(text => text === '' || /^https?:\/\/[^\s]+$/i.test(text), { error: 'Should begin with https://' }),
)

const settingFields = {
  /** Pence a segment; null: as the club above. */
  smsSegmentPence: z.nullable(
    z
      .int({ error: 'Whole pence, from 0 to 100' })
      .check(z.gte(0, { error: 'Not below 0' }), z.lte(100, { error: 'At most 100' })),
  ),
  /** A message to more people than this is confirmed a second time; null: as the club above. */
  askAbove: z.nullable(
    z
      .int({ error: 'Whole people, from 1 to 100,000' })
      .check(z.gte(1, { error: 'At least 1' }), z.lte(100_000, { error: 'At most 100,000' })),
  ),
  website: address,
  reviewUrl: address,
}

/** What a person edits of what messages say of a club. */
export const MessageSettingFields = z.object(settingFields)

export const getMessageSettings = get('/api/messaging/GetMessageSettings/:clubId', {
  summary:
    'What messages say of a club beside its details, as this club says it, and what holds where it says nothing.',
  access: club('clubId'),
  output: z.object({
    ...settingFields,
    version: z.int(),
    inherited: z.object({
      smsSegmentPence: z.nullable(z.int()),
      askAbove: z.int(),
      website: z.string(),
      reviewUrl: z.string(),
    }),
  }),
})

export const saveMessageSettings = post('/api/messaging/SaveMessageSettings/:clubId', {
  summary: 'Saves what messages say of a club beside its details.',
  access: admin(club('clubId')),
  input: { version: z.optional(z.int()), ...settingFields, askAbove: z.optional(settingFields.askAbove) },
  output: z.object({ version: z.int() }),
})
