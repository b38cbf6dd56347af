/** The first thing that is said to be wrong anywhere in the errors of a form. */
export function firstMessage(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined
  if ('message' in errors && typeof errors.message === 'string') return errors.message
  for (const [name, error] of Object.entries(errors)) {
    // The input itself, with all that hangs on it.
    const found = name === 'ref' ? undefined : firstMessage(error)
    if (found !== undefined) return found
  }
  return undefined
}
