import { timeIn, todayIn } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'
import { timeSpanInWords } from '@honbu/contract/time-of-day.ts'
import type { Db } from '../platform/database.ts'
import type { ClubLetter } from '../platform/letters.ts'
import type { Message } from '../platform/mail.ts'
import type { BookingWrite } from './booking-write.ts'
import { type Contact, contactsOf } from './contacts.ts'

/** What a letter says of a class on a day. */
export interface Occasion {
  readonly className: string
  readonly clubId: number
  readonly classDate: string
  readonly startTime: string
  readonly finishTime: string
}

const weekdayOf = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })

/** 'Wednesday 20 May 2026, 18:00 to 19:00' */
export const whenOf = (day: Omit<Occasion, 'className' | 'clubId'>) =>
  `${dayInWords(day.classDate)}, ${timeSpanInWords(day)}`

export const dayInWords = (date: string) => `${weekdayOf.format(new Date(`${date}T00:00:00Z`))} ${longDate(date)}`

/** 'Tuesday 19 May 2026, 21:30', by the clock of the club. */
export const instantInWords = (instant: Date, timeZone: string) =>
  `${dayInWords(todayIn(timeZone, instant))}, ${timeIn(timeZone, instant)}`

/** Who the letter is from, and how the club is reached. */
export async function clubOf(db: Db, clubId: number) {
  return await db
    .selectFrom('club')
    .select(['id', 'name', 'email', 'phone', 'time_zone as timeZone'])
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
}

type Club = Awaited<ReturnType<typeof clubOf>>

/** A letter of a club: greeting, paragraphs, how to reach the club, its name. */
export function letter(
  club: Club,
  { name, to, subject, paragraphs }: { name: ClubLetter; to: string; subject: string; paragraphs: string[] },
): Message {
  const ways = [club.email, club.phone].filter(Boolean).join(', ')
  const reach = ways && `Any question? You can reach us here: ${ways}`
  const text = ['Hello,', ...paragraphs, ...(reach ? [reach] : []), club.name].join('\n\n')
  return { letter: name, clubId: club.id, to, subject, text: `${text}\n` }
}

type Write = (contact: Contact) => { subject: string; paragraphs: string[] }

/**
 * Writes to each of some members about their places. Answers how many letters go out and who has no address: a guardian
 * of two gets two.
 */
export async function tell(
  { tx, mail }: Pick<BookingWrite, 'tx' | 'mail'>,
  { clubId, memberIds, write }: { clubId: number; memberIds: readonly number[]; write: Write },
) {
  const contacts = await contactsOf(tx, memberIds)
  const club = await clubOf(tx, clubId)
  const reached = contacts.filter(({ email }) => email !== '')
  for (const contact of reached) await mail(letter(club, { name: 'booking', to: contact.email, ...write(contact) }))
  const notTold = contacts
    .filter(({ email }) => email === '')
    .map(({ memberId, name, phone }) => ({ memberId, name, phone }))
  return { told: reached.length, notTold }
}
