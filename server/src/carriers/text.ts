/** Of what somebody else has sent: U+0000 is not text in Postgres, and half a pair of surrogates is none in JSON. */
export function cut(text: unknown, length: number): string {
  return typeof text === 'string' ? text.replaceAll('\0', '').slice(0, length).toWellFormed() : ''
}

/** The text where it is of this form. */
export const fit = (text: unknown, form: RegExp): string | null =>
  typeof text === 'string' && form.test(text) ? text : null
