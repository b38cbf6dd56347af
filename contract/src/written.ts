import * as z from 'zod/mini'

/** What people write, without space around it. U+0000 is text in JSON but not in Postgres. */
export const written = (maxLength: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(maxLength, { error: `At most ${maxLength} characters` }),
    z.refine(text => !text.includes('\0'), { error: 'Should be text that can be typed' }),
  )

/** The same, where nothing may be written: an empty line is null. */
export const writtenOrNull = (maxLength: number) =>
  z.pipe(
    z.nullable(written(maxLength)),
    z.transform(text => text || null),
  )
