import { counted, wholeNumber } from '@honbu/contract/format.ts'
import { z } from 'zod'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** What a backup says of itself: `manifest.json` in its folder, written last, so that one that was cut off has none. */
export const Manifest = z.object({
  /** Format 1 has no checksums and no list of files. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** The Honbu that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** The last migration of the database. */
  migration: z.string(),
  /** Where it came from. */
  database: z.object({ name: z.string(), host: z.string(), postgres: z.string() }).optional(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int(), sha256: hash.optional() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** What people have uploaded, by key. */
  files: z.array(z.object({ key: z.string(), bytes: z.int(), sha256: hash })).default([]),
})

export type Manifest = z.infer<typeof Manifest>

export const manifestFile = 'manifest.json'

/** Rows of a table as COPY writes them, packed. */
export const rowsFile = (table: string): string => `tables/${table}.copy.gz`

/** What waits in the queues: rows as JSON, for its tables are of a library, and may be others by then. */
export const jobsFile = (table: string): string => `jobs/${table}.json`

/** What was uploaded, under its key. */
export const uploadFile = (key: string): string => `beside/files/${key}`

/** The key with which providers' keys are sealed. */
export const keyFile = 'beside/secret.key'

/** In the order in which one needs the other. */
export const jobTables = ['queue', 'schedule', 'job'] as const

/** A name in SQL; those of tables and columns come from the catalogue or a file. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** "2 clubs, 1,204 members, 68,112 marks and 14 files". */
export function contentsOf({ tables, files }: Pick<Manifest, 'tables' | 'files'>): string {
  const rows = (table: string) => tables.find(({ name }) => name === table)?.rows ?? 0
  const found = [counted(rows('club'), 'club'), counted(rows('member'), 'member'), counted(rows('attendance'), 'mark')]
  return `${found.join(', ')} and ${counted(files.length, 'file')}`
}

/** "297 KB", "1,204 MB". */
export const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${wholeNumber(Math.ceil(bytes / 1e3))} KB` : `${wholeNumber(Math.ceil(bytes / 1e6))} MB`

/** "honbu at db.example (Postgres 17.2), migration 0154-the-demo". */
export function sourceOf({ database, migration }: Pick<Manifest, 'database' | 'migration'>): string {
  if (!database) return `a database with migration ${migration}`
  return `${database.name} at ${database.host} (Postgres ${database.postgres}), migration ${migration}`
}
