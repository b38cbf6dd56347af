import * as z from 'zod/mini'
import { id } from './endpoint.ts'
import { written } from './written.ts'

/** Of an entry that a club uses: whose it is. One of a club above it is inherited, and changed only there. */
export const owned = { clubId: id, clubName: z.string(), isInherited: z.boolean() }

/** No longer offered, and kept for what was sold. */
export const archived = { isArchived: z.boolean() }

/** A name, so many characters at most. */
export const named = (most: number) => written(most).check(z.minLength(1, { error: 'Give it a name' }))

/** A whole number of things. */
export const count = (least: number, error: string) =>
  z.int({ error }).check(z.gte(least, { error }), z.lte(100_000, { error: 'At most 100,000' }))
