import { Refused } from './refused.ts'

/** By the name of a constraint (or unique index): the input it is about, and what to say. */
export type ConstraintMessages = Readonly<Record<string, readonly [field: string, message: string]>>

/**
 * Lets the database decide: what breaks one of the constraints named is refused with its message, anything else is
 * thrown on. The transaction is lost either way.
 * @throws Refused 409 with the message under the field
 */
export async function refuseOn<T>(messages: ConstraintMessages, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const name = error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
    const found = Object.hasOwn(messages, name) ? messages[name] : undefined
    if (!found) throw error
    const [field, message] = found
    throw new Refused(409, message, { [field]: [message] })
  }
}
