import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { written, writtenLines, writtenOrNull } from './written.ts'

/** What an article of the help is called in addresses and here: `marketing-help/more-enquiries`. */
export const articleKey = z
  .string()
  .check(
    z.maxLength(120, { error: 'Not an article' }),
    z.regex(/^[a-z]+(-[a-z]+)*\/[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'Not an article' }),
  )

/** Whether an article helped; null: not said. */
const isHelpful = z.nullable(z.boolean())

export const getHelpVote = get('/api/help/GetHelpVote', {
  summary: 'Whether the signed-in user found an article of the help helpful; null where nothing was said.',
  access: 'signedIn',
  input: { article: articleKey },
  output: z.object({ isHelpful }),
})

export const saveHelpVote = post('/api/help/SaveHelpVote', {
  summary:
    'Says whether an article of the help was helpful: one answer a person, which the next one replaces; null takes it back.',
  access: 'signedIn',
  input: { article: articleKey, isHelpful },
  output: z.object({ isHelpful }),
})

/** What somebody writes who asks for help. */
export const SupportRequest = z.object({
  subject: written(120).check(z.minLength(1, { error: 'Say in a few words what it is about' })),
  message: writtenLines(5000).check(z.minLength(1, { error: 'Write what you would like to know' })),
})

export const contactSupport = post('/api/help/ContactSupport', {
  summary: 'Sends what was written to support by e-mail, with the page, the version and the last request that failed.',
  access: 'signedIn',
  input: {
    ...SupportRequest.shape,
    /** The path of the screen that the writer came from; null where it is not known. */
    page: writtenOrNull(500),
    /** Of the web application in the browser. */
    version: written(40),
    /** Of the last request that failed on the server, as its answer named it; null: none did. */
    requestId: z.nullable(z.string().check(z.regex(/^[\w-]{1,64}$/, { error: 'Not the id of a request' }))),
  },
  output: z.object({}),
})

/**
 * What the chat of a third party is started with. `userHash` is the HMAC-SHA256 (hex) of `userId` with the secret of that
 * chat, which proves to it who is asking.
 */
const SupportChat = z.object({
  kind: z.enum(['intercom', 'chatwoot']),
  /** Intercom: the id of the app. Chatwoot: the token of the website. */
  appId: z.string(),
  /** Intercom: the region (us, eu, ap). Chatwoot: the address of the server. */
  place: z.string(),
  /** The `sub` of the account. */
  userId: z.string(),
  userHash: z.string(),
  name: z.string(),
  email: z.string(),
  /** When the account was made, in Unix seconds. */
  createdAt: z.int(),
})

export const getSupportChat = get('/api/help/GetSupportChat', {
  summary: 'What the support chat is started with for the signed-in user; null where no chat is set up.',
  access: 'signedIn',
  output: z.object({ chat: z.nullable(SupportChat) }),
})
