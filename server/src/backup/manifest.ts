import { z } from 'zod'

/** What a backup says of itself: `manifest.json` in its folder, written last, so that one that was cut off has none. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The Honbu that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** The last migration of the database. */
  migration: z.string(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
})

export type Manifest = z.infer<typeof Manifest>

export const manifestFile = 'manifest.json'

/** Rows of a table as COPY writes them, packed. */
export const rowsFile = (table: string): string => `tables/${table}.copy.gz`

/** What waits in the queues: rows as JSON, for its tables are of a library, and may be others by then. */
export const jobsFile = (table: string): string => `jobs/${table}.json`

/** In the order in which one needs the other. */
export const jobTables = ['queue', 'schedule', 'job'] as const

/** A name in SQL; those of tables and columns come from the catalogue or a file. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
