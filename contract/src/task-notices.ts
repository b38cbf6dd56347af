import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { writtenOrNull } from './written.ts'

/** How the signed-in user hears of tasks. */
const notices = {
  channel: z.enum(['email', 'sms']),
  timing: z.enum(['immediately', 'daily', 'never']),
  /** Each morning, also what is for no one in particular in the clubs they work in. */
  hasUnassigned: z.boolean(),
  /** The user's own mobile number, for texts. */
  phone: writtenOrNull(60),
}

/** What a person chooses. */
export const TaskNoticeFields = z.object(notices)

export const getTaskNotices = get('/api/club/GetTaskNotices', {
  summary: 'How the signed-in user hears of their tasks: by email each morning, until they choose otherwise.',
  access: 'signedIn',
  output: z.object({
    ...notices,
    phone: z.nullable(z.string()),
    /** Where emails go: the address they log in with. */
    email: z.string(),
  }),
})

export const saveTaskNotices = post('/api/club/SaveTaskNotices', {
  summary:
    'Chooses how the signed-in user hears of their tasks. Texts need a mobile number, which is saved as that of their own ' +
    'person; left out, it stays as it is.',
  access: 'signedIn',
  input: { ...notices, phone: z.optional(notices.phone) },
  output: z.object({}),
})
