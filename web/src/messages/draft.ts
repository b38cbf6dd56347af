import type { Output } from '@honbu/contract/endpoint.ts'
import type { MessageDraft } from '@honbu/contract/messages.ts'
import { smsLength } from '@honbu/contract/sms-segments.ts'
import type { getTemplate } from '@honbu/contract/templates.ts'
import type { WholeMessage } from './message.ts'

export type { MessageDraft }

export const newDraft = (clubId: number): MessageDraft => ({
  clubId,
  clubIds: [clubId],
  channel: 'email',
  audience: { include: [], exclude: [] },
  purpose: 'marketing',
  onePerAddress: true,
  templateId: null,
  gaps: [],
  ...{ subject: '', body: '', layoutId: null, name: '', sendLocal: null, perClubZone: false, step: 0 },
})

/** What a message begins as that is made from something. */
export const draftFor = {
  template(clubId: number, { id, channel, subject, template, layoutId }: Output<typeof getTemplate>): MessageDraft {
    return { ...newDraft(clubId), channel, subject: subject ?? '', body: template, layoutId, templateId: id }
  },
  again({ clubId, clubIds, channel, purpose, audience, onePerAddress, gaps, ...sent }: WholeMessage): MessageDraft {
    const { subject, body, layoutId, name } = sent
    const whom = { clubIds, channel, purpose, audience, onePerAddress, gaps }
    return { ...newDraft(clubId), ...whom, subject, body, layoutId, name, step: 2 }
  },
  edit(message: WholeMessage): MessageDraft {
    const { sendLocal, perClubZone, templateId, version } = message
    return { ...draftFor.again(message), sendLocal, perClubZone, templateId, version }
  },
}

/** What the calls that look at a message take of it. */
export const wholeOf = (draft: Omit<MessageDraft, 'step'>) => {
  const { clubId, clubIds, channel, audience, purpose, onePerAddress, subject, body, layoutId, gaps = [] } = draft
  const isEmail = channel === 'email'
  return {
    ...{ clubId, clubIds, channel, audience, purpose, onePerAddress, body, gaps },
    subject: isEmail ? subject : '',
    layoutId: isEmail ? layoutId : null,
  }
}

/** Nothing to be read; an empty paragraph of the editor is nothing. */
export const isEmptyBody = ({ channel, body }: Pick<MessageDraft, 'channel' | 'body'>) =>
  channel === 'sms'
    ? smsLength(body.trim()).units === 0
    : !/<img\b/i.test(body) && body.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() === ''

/** What still stands in the way, for people. */
export function missingOf(draft: MessageDraft): string[] {
  return [
    ...(draft.clubIds.length === 0 ? ['Choose at least one club whose members it is for.'] : []),
    ...(draft.channel === 'email' && draft.subject.trim() === '' ? ['Give the e-mail a subject.'] : []),
    ...(isEmptyBody(draft) ? ['Write the message.'] : []),
  ]
}
