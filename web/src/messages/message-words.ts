import { mediumDate } from '@honbu/contract/format.ts'
import type { RecipientState } from '@honbu/contract/messages.ts'

/** The colour that goes with a state; its word says the same. */
export const stateTones: Readonly<Record<RecipientState, 'neutral' | 'good' | 'warn' | 'bad' | 'plain'>> = {
  waiting: 'neutral',
  sending: 'neutral',
  sent: 'plain',
  delivered: 'good',
  bounced: 'bad',
  complained: 'bad',
  failed: 'bad',
  uncertain: 'warn',
  skipped: 'neutral',
}

export const purposeWords = {
  marketing: {
    title: 'News or an offer',
    text: 'Goes only to people who have agreed to this channel. An e-mail carries a link to unsubscribe.',
  },
  service: {
    title: 'About a class, booking or payment',
    text: 'Goes to everybody who can be reached, also without consent: only for what people need to know. No advertising.',
  },
} as const

export const sentItemsAddress = (clubId: number) => `/messaging/sent-items${clubId > 0 ? `/${clubId}` : ''}`
export const createMessageAddress = (clubId: number, templateId = 0) =>
  `/create-message/${clubId}${templateId > 0 ? `/${templateId}` : ''}`

/** Names a draft in the address of writing; a change of a scheduled message names that too. */
export const draftSearch = ({ id, editId }: { id: number; editId: number }) => ({
  draft: String(id),
  ...(editId > 0 && { edit: String(editId) }),
})

/** '2026-03-29T08:00' as a person reads it. */
export function localTimeWords(local: string): string {
  const [date = '', time = ''] = local.split('T')
  return `${mediumDate(date)}, ${time}`
}

/** What the counts of a message come to. */
export function summaryOf(counts: Readonly<Record<RecipientState, number>>) {
  const total = Object.values(counts).reduce((sum, each) => sum + each, 0) - counts.skipped
  const open = counts.waiting + counts.sending
  const lost = counts.failed + counts.bounced + counts.complained
  return { total, open, done: total - open, lost, uncertain: counts.uncertain }
}
