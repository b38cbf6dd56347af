import { currency, longDate } from '@honbu/contract/format.ts'
import { timeSpanInWords } from '@honbu/contract/time-of-day.ts'
import type { Db } from '../platform/database.ts'
import type { Message } from '../platform/mail.ts'
import { calendarText } from '../schedule/index.ts'
import type { Enquiry } from './enquiry.ts'
import { sessionOf } from './session-of.ts'

/** Tells who has asked that it has come in, with the trial as a file for the calendar. */
export async function confirmation(db: Db, { club, answers }: Enquiry): Promise<Message> {
  const { writer, person, isForChild, trial } = answers
  const session = trial && (await sessionOf(db, trial.classId, trial.bookingDate))
  const from = { letter: 'enquiry', clubId: club.clubId } as const
  const reach = [club.email, club.phone].filter(Boolean).join(', ')
  const closing = [reach && `Any question? You can reach us here: ${reach}`, club.name]
  const hello = `Hello ${writer.firstName},`
  const text = (paragraphs: readonly (string | null)[]) =>
    `${[hello, ...paragraphs, ...closing].filter(Boolean).join('\n\n')}\n`
  if (!session)
    return {
      ...from,
      to: writer.email,
      subject: `Your enquiry at ${club.name}`,
      text: text([
        `thank you for asking about training at ${club.name}${isForChild ? ` for ${person.firstName}` : ''}.`,
        club.thanks || 'We will get back to you soon.',
      ]),
    }
  const when = `${longDate(session.classDate)}, ${timeSpanInWords(session)}`
  const calendar = calendarText({
    name: club.name,
    sessions: [{ ...session, clubName: club.name, timeZone: club.timeZone, instructors: [], isCover: false }],
    cancelled: [],
  })
  return {
    ...from,
    to: writer.email,
    subject: `Your trial at ${club.name}: ${session.className}, ${longDate(session.classDate)}`,
    text: text([
      `thank you for asking for a trial at ${club.name}${isForChild ? ` for ${person.firstName}` : ''}.`,
      [session.className, when, session.location].filter(Boolean).join('\n'),
      session.trialPence === null ? null : `The trial costs ${currency(session.trialPence / 100)}. Pay at the club.`,
      'We expect you there unless you hear otherwise from us. Come ten minutes early, in comfortable clothes.',
      club.thanks || null,
    ]),
    attachments: [
      { filename: 'trial.ics', contentType: 'text/calendar', base64: Buffer.from(calendar).toString('base64') },
    ],
  }
}
