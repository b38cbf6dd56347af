import { todayIn } from '@honbu/contract/calendar.ts'
import type { Endpoint } from '@honbu/contract/endpoint.ts'

/** The name under which the answer to a question is kept for an account. */
export const idOf = (account: string, key: readonly unknown[]): string => `${account} ${JSON.stringify(key)}`

/** The dates that it is now in some time zones, in order. A zone that this browser doesn't know is left out. */
export function todaysIn(zones: readonly string[], now: Date): string[] {
  const dates = zones.flatMap(zone => {
    try {
      return [todayIn(zone, now)]
    } catch {
      return []
    }
  })
  return [...new Set(dates)].toSorted()
}

/**
 * Returns the last date on which an answer is of use: a register's own date, and for all else the day on which it was read.
 * Null for a register of another day than today in one of the clubs, which is not kept.
 * @param todays the dates that it is now in the clubs, in order
 */
export function dayOfUse([, , input]: readonly unknown[], todays: readonly string[]): string | null {
  const date = fieldOf(input, 'classDate')
  if (date === undefined) return todays.at(-1) ?? null
  return typeof date === 'string' && todays.includes(date) ? date : null
}

/** A register with its enquiries that was never asked for so: without them, it is better than nothing. */
export function otherQuestion([area, call, input]: readonly unknown[]): readonly unknown[] | null {
  if (fieldOf(input, 'includeEnquiries') !== true) return null
  return [area, call, { ...(input as object), includeEnquiries: false }]
}

/** Is this an answer as this version of the product knows it? It may have been put on the device by the version before. */
export const isUnderstood = ({ output }: Pick<Endpoint<'read'>, 'output'>, answer: unknown): boolean =>
  output.safeParse(answer).success

function fieldOf(input: unknown, field: string): unknown {
  return typeof input === 'object' && input !== null ? (input as Readonly<Record<string, unknown>>)[field] : undefined
}
