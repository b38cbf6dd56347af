import type { Output } from '@honbu/contract/endpoint.ts'
import type { getTrialSessions } from '@honbu/contract/enquiries.ts'
import { currency } from '@honbu/contract/format.ts'
import { dayAndMonth } from '../ui/dates.ts'

export type TrialSession = Output<typeof getTrialSessions>['sessions'][number]

/** 'Mini Judo, Tuesday 1 December, 17:00, £5.00' */
export const sessionText = ({ className, classDate, startTime, trialPrice }: TrialSession) =>
  [className, dayAndMonth(classDate), startTime, trialPrice !== null && currency(trialPrice)].filter(Boolean).join(', ')

interface Answer {
  /** The first name of whoever reads it. */
  readonly reader: string
  /** Who would train. */
  readonly name: string
  readonly sessions: readonly TrialSession[]
  readonly booked: TrialSession | undefined
}

/** Sessions that a first answer proposes. */
const proposed = 3

/** What an answer begins with: the place that is booked, or the next sessions that fit. */
export function answerText({ reader, name, sessions, booked }: Answer): string {
  const whom = reader === name ? 'you' : name
  const lines = [`Hi ${reader},`, 'Thank you for your enquiry.']
  if (booked) lines.push(`We've booked a trial for ${whom}: ${sessionText(booked)}. Just come along.`)
  else if (sessions.length > 0)
    lines.push(
      [`These sessions would suit ${whom}:`, ...sessions.slice(0, proposed).map(each => `- ${sessionText(each)}`)].join(
        '\n',
      ),
      'Tell us which one you’d like, and we’ll keep a place.',
    )
  return lines.join('\n\n')
}
