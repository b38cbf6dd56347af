import { type FieldErrors, Refused } from '../platform/refused.ts'

/**
 * Does a part of the whole; what it refuses is named by where the part stands in the input: `dob` is `person.dob`. With
 * `as` a name of the part is another one here.
 */
export async function within<T>(
  path: string,
  work: () => Promise<T>,
  as: Readonly<Record<string, string>> = {},
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused) || !error.fields) throw error
    const { statusCode, message, fields, conflict } = error
    const named: FieldErrors = Object.fromEntries(
      Object.entries(fields).map(([name, messages]) => [path + (as[name] ?? name), messages]),
    )
    throw new Refused(statusCode, message, named, conflict)
  }
}
