import { memberStatus } from '@honbu/contract/ids.ts'
import { hash } from '@node-rs/argon2'
import { type Kysely, sql } from 'kysely'
import { warnOfExpiryEverywhere } from '../papers/index.ts'
import type { Tables } from '../platform/tables.ts'
import { makeTasks } from '../tasks/index.ts'
import { addActivity } from './activity.ts'
import { addDemoAutomations } from './automations.ts'
import { buildDemo } from './build.ts'
import { checkingKeysOnce } from './foreign-keys.ts'
import { addDemoMessages } from './messages.ts'
import { addDemoPriceChange } from './price-change.ts'
import { type DemoRows, type TableName, tableNames } from './rows.ts'
import { demoPassword } from './staff.ts'

/** Rows of one statement: all of a table, as what triggers count anew for each statement takes longer than the rows. */
const chunk = 100_000

/** Says whether the database has no club and the demo was never discarded. */
export async function isEmpty(db: Kysely<Tables>): Promise<boolean> {
  const club = await db.selectFrom('club').select('id').limit(1).executeTakeFirst()
  const discard = await db.selectFrom('demo_discard').select('is_only').executeTakeFirst()
  return club === undefined && discard === undefined
}

/**
 * Fills an empty database with the demo as it is at `now`, in one transaction. Two processes that start on the same
 * empty database fill it once.
 * @returns whether this one has filled it, and has the rest to do that can’t be done twice
 */
export async function fillDemo(db: Kysely<Tables>, now: Date): Promise<boolean> {
  // OWASP's parameters for argon2id: 19 MiB, two passes, one lane.
  const passwordHash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const rows = buildDemo(now, passwordHash)
  const isMine = await db.transaction().execute(async tx => {
    await sql`lock table club in exclusive mode`.execute(tx)
    if (!(await isEmpty(tx))) return false
    await checkingKeysOnce(tx, tableNames, async () => {
      for (const table of tableNames) await insertAll(tx, table, rows)
    })
    await giveReasons(tx)
    await advanceIdentities(tx)
    await addDemoMessages(tx, now)
    await addDemoAutomations(tx, now)
    await addActivity(tx, now)
    await addDemoPriceChange(tx, now)
    return true
  })
  if (!isMine) return false
  // The planner guesses badly until it has seen the rows; autovacuum comes a minute later.
  await sql`analyze`.execute(db)
  await makeTasks(db, now, 0)
  await warnOfExpiryEverywhere(db, now)
  return true
}

/** A column that a row leaves out, and others of the table give, is null. */
async function insertAll(tx: Kysely<Tables>, table: TableName, rows: DemoRows): Promise<void> {
  const all = rows[table]
  const names = [...new Set(all.flatMap(row => Object.keys(row)))]
  const columns = sql.join(names.map(name => sql.ref(name)))
  for (let from = 0; from < all.length; from += chunk) {
    const json = JSON.stringify(all.slice(from, from + chunk))
    await sql`
      insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)
    `.execute(tx)
  }
}

/** The clubs at the top begin with the usual reasons: those who did not join gave one of them. */
async function giveReasons(tx: Kysely<Tables>): Promise<void> {
  await sql`
    update member_status_change change set not_interested_reason_id = reason.id from not_interested_reason reason
    where reason.root_club_id = change.root_club_id and reason.name = change.reason
      and change.to_status_id = ${memberStatus.notInterested}`.execute(tx)
}

/** Rows came with ids of their own: the next ones begin after them. */
async function advanceIdentities(tx: Kysely<Tables>): Promise<void> {
  for (const table of tableNames) {
    const { rows } = await sql<{ sequence: string | null }>`
      select pg_get_serial_sequence(a.attrelid::regclass::text, 'id') as sequence
      from pg_attribute a where a.attrelid = ${table}::regclass and a.attname = 'id' and a.attidentity <> ''
    `.execute(tx)
    const sequence = rows[0]?.sequence
    if (!sequence) continue
    await sql`
      select setval(${sequence}::regclass, greatest((select max(id) from ${sql.table(table)}), (select last_value from ${sql.raw(sequence)})))
    `.execute(tx)
  }
}

export { addDemoCollections } from './collections.ts'
export { addDemoMandates, sandboxToken } from './mandates.ts'
export { passwordOfDemo } from './password.ts'
