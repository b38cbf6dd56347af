import type { Endpoint } from '@honbu/contract/endpoint.ts'

/** The name under which the answer to a question is kept for an account. */
export const idOf = (account: string, key: readonly unknown[]): string => `${account} ${JSON.stringify(key)}`

/**
 * The last date on which an answer is of use: of a register its own date, of all else the day on which it was read. Null for
 * a register of another day than today, which is not kept.
 */
export function dayOfUse([, , input]: readonly unknown[], today: string): string | null {
  const date = fieldOf(input, 'classDate')
  if (date === undefined) return today
  return date === today ? today : null
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
