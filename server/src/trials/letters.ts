import { fullDay } from './full-day.ts'
import type { BookedTrial, NotificationKind } from './notification-state.ts'

/** A message about a trial, from the club: plain, and without anything that only a marketing consent would allow. */
export function letter(kind: NotificationKind, trial: BookedTrial): { subject: string; text: string } {
  const { firstName, clubName, className, bookingDate, startTime } = trial
  const when = `${fullDay(bookingDate)} at ${startTime}`
  if (kind === 'trial-reminder')
    return {
      subject: `Your trial at ${clubName}: ${className}, ${fullDay(bookingDate)}`,
      text: signed(trial, [
        `Hello ${firstName},`,
        `we look forward to seeing you at ${className} on ${when}.`,
        'Come ten minutes early, in comfortable clothes, and bring something to drink.',
        `If you cannot come, please tell us${reach(trial)}.`,
      ]),
    }
  return {
    subject: `How was ${className} at ${clubName}?`,
    text: signed(trial, [
      `Hello ${firstName},`,
      `thank you for trying ${className} with us on ${fullDay(bookingDate)}.`,
      `Would you like to join, or to try another class first? Tell us${reach(trial)}, or at your next class.`,
    ]),
  }
}

const signed = ({ clubName }: BookedTrial, paragraphs: readonly string[]) => [...paragraphs, clubName].join('\n\n')

function reach({ clubEmail, clubPhone }: BookedTrial): string {
  const ways = [clubEmail && `by e-mail to ${clubEmail}`, clubPhone && `on ${clubPhone}`].filter(Boolean)
  return ways.length > 0 ? ` ${ways.join(' or ')}` : ''
}
