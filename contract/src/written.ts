import * as z from 'zod/mini'

/** What people write, without space around it. */
export const written = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, { error: `At most ${maxLength} characters` }))

/** The same, where nothing may be written: an empty line is null. */
export const writtenOrNull = (maxLength: number) =>
  z.pipe(
    z.nullable(written(maxLength)),
    z.transform(text => text || null),
  )
