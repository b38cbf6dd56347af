import { existsSync } from 'node:fs'
import path from 'node:path'
import { CannotStart } from '../platform/cannot-start.ts'
import { type GivenConfig, readConfig } from '../platform/config.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { notYetRun } from '../platform/migrate.ts'

export interface Opened {
  readonly config: GivenConfig
  readonly database: Database
}

/**
 * Opens the database of the settings beside a server that may be running, and never changes its tables: only a start
 * migrates.
 * @param isAnySchema also where another version has migrated it
 * @throws CannotStart where nothing was ever started, or another version has migrated it
 */
export async function withDatabase(work: (opened: Opened) => Promise<void>, isAnySchema = false): Promise<void> {
  const config = readConfig(process.env)
  const folder = path.join(config.dataDir, 'postgres')
  if (!config.databaseUrl && !existsSync(folder))
    throw new CannotStart(
      `Nothing has been started in ${config.dataDir} yet. Set HONBU_DATA to the folder of a started Honbu, or DATABASE_URL.`,
    )
  const database = await openDatabase(config, 'guest')
  try {
    if (!isAnySchema) await demandSchema(database)
    await work({ config, database })
  } finally {
    await database.close()
  }
}

async function demandSchema({ direct }: Database): Promise<void> {
  const [first] = await notYetRun(direct.db)
  if (first !== undefined)
    throw new CannotStart(
      `An older Honbu has made this database (${first} has not been run): start this version first, or use that one’s command.`,
    )
}

/** The one word that a command takes. @throws CannotStart with the usage */
export function onlyWord(args: readonly string[], usage: string): string {
  const [word, ...more] = args
  if (word === undefined || word.startsWith('-') || more.length > 0) throw new CannotStart(`Use: ${usage}`)
  return word
}
