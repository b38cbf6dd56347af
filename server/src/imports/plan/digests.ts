import { createHash } from 'node:crypto'

/**
 * Digests of values that imports have stored for a member, by column: 'person.email', 'class.12'. Equal digests say that a
 * value is as an import left it.
 */
export type Digests = Readonly<Record<string, string>>

export type Value = string | number | boolean | null

/** None, '' and '-' are the same: nothing. */
export const digestOf = (value: Value): string =>
  createHash('sha256')
    .update(isNothing(value) ? '' : String(value))
    .digest('base64url')
    .slice(0, 12)

export const isNothing = (value: Value): boolean => value === null || value === '' || value === '-'

export const digestsOf = (prefix: string, columns: Readonly<Record<string, unknown>>): Digests =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, value]) =>
      isValue(value) ? [[`${prefix}.${column}`, digestOf(value)]] : [],
    ),
  )

const isValue = (value: unknown): value is Value =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** How things that hang on a member are found among the digests. */
export const keyOf = {
  discipline: (disciplineId: number, column: string) => `discipline.${disciplineId}.${column}`,
  consent: (flag: number) => `consent.${flag}`,
  class: (classId: number) => `class.${classId}`,
  tag: (name: string) => `tag.${name.toLowerCase()}`,
  note: (text: string) => `note.${digestOf(text)}`,
  mandate: (reference: string) => `mandate.${digestOf(reference)}`,
  contact: (name: string) => `contact.${digestOf(name.toLowerCase())}`,
} as const

/** Whether the import created the member, and didn't only change them. */
export const isCreated = (digests: Digests | null): digests is Digests => digests?.['person.first_name'] !== undefined
