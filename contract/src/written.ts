import * as z from 'zod/mini'
import { visibleText } from './visible-text.ts'

/** What people write in several lines, without space around it and without marks that can't be seen. */
export const writtenLines = (maxLength: number) =>
  z
    .string()
    .check(z.overwrite(visibleText), z.trim(), z.maxLength(maxLength, { error: `At most ${maxLength} characters` }))

/**
 * A name, a subject or a word: one line. Subjects of emails, calendars and files give a line break a meaning of its own.
 * Tabs come with what is pasted from a spreadsheet.
 */
export const written = (maxLength: number) =>
  writtenLines(maxLength).check(z.regex(/^(?:\t|[^\p{Cc}\u2028\u2029])*$/u, { error: 'Write this in one line' }))

/** The same, where nothing may be written: an empty line is null. */
export const writtenOrNull = (maxLength: number) =>
  z.pipe(
    z.nullable(written(maxLength)),
    z.transform(text => text || null),
  )
