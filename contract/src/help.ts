import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'

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
