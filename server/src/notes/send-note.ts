import { smsMost } from '@honbu/contract/notes.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { recipientsOf } from './recipients.ts'

export const noteSmsJob = 'send-note-sms'

interface Sending {
  readonly noteId: number
  readonly memberId: number
  readonly clubId: number
  readonly subject: string
  readonly note: string
  readonly sendSms: boolean
  readonly sendEmail: boolean
  readonly evenWithoutConsent: boolean
}

/**
 * Sends a note as it is now, over the channels asked for, if and only if the transaction commits.
 * @throws Refused 409 under `sendSms` or `sendEmail` when nobody can get it, or should not
 */
export async function sendNote(write: Omit<Write, 'files'>, sending: Sending): Promise<void> {
  const { tx, user, now, mail, enqueue } = write
  const { noteId, memberId, clubId, subject, note, sendSms, sendEmail, evenWithoutConsent } = sending
  if (!sendSms && !sendEmail) return
  const club = await tx.selectFrom('club').select('name').where('id', '=', clubId).executeTakeFirstOrThrow()
  const { email, sms } = await recipientsOf(tx, { memberId, clubId, now })
  const message = { note_id: noteId, club_id: clubId, account_id: user.accountId, created_at: now }

  if (sendEmail) {
    const to = email.to ?? refuse('sendEmail', email.refused)
    const text = `${note || subject}\n\n${club.name}`
    await tx
      .insertInto('note_message')
      .values({ ...message, channel: 'email', ...addressed(to), text, state: 'sent', sent_at: now })
      .execute()
    await mail({ letter: 'note', clubId, to: to.address, subject, text })
  }
  if (sendSms) {
    const to = sms.to ?? refuse('sendSms', sms.refused)
    if (!sms.hasConsent && !evenWithoutConsent)
      refuse('sendSms', `${to.name} has not agreed to text messages from ${club.name}. Send it only if it cannot wait.`)
    const text = `${club.name}: ${note || subject}`
    if (text.length > smsMost)
      refuse('sendSms', `Is ${text.length - smsMost} characters too long for a text message: ${smsMost} are the most.`)
    const { id } = await tx
      .insertInto('note_message')
      .values({ ...message, channel: 'sms', ...addressed(to), text })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(noteSmsJob, { messageId: id })
  }
}

const addressed = ({ name, address }: { name: string; address: string }) => ({ to_name: name, to_address: address })

function refuse(field: string, reason: string | null): never {
  const message = reason ?? 'Nobody can get it.'
  throw new Refused(409, message, { [field]: [message] })
}
