import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { connectTo, type Database } from '../src/platform/database.ts'

/**
 * A migrated, empty database of the test file's own: call it once at the top of the file. It goes with the whole of the
 * tests' Postgres: to drop one makes Postgres write down whatever all the others have changed, and they wait for it.
 */
export async function freshDatabase(): Promise<Database> {
  const database = await copyOf(inject('postgres').database ?? '')
  afterAll(() => database.close())
  return database
}

/** One in which nothing has been migrated; whoever asks in a test closes it. */
export const emptyDatabase = (): Promise<Database> => copyOf('template1')

async function copyOf(template: string): Promise<Database> {
  const name = `test_${randomUUID().replaceAll('-', '_')}`
  // Copied as files: through the log it costs three times as much, and nothing here has to survive.
  await inMaintenance(`create database ${name} template ${template} strategy file_copy`)
  return connectTo({ ...inject('postgres'), database: name })
}

async function inMaintenance(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
