import type * as call from '@honbu/contract/demo.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { deleteClubs } from '../clubs/index.ts'
import type { Db } from '../platform/database.ts'
import { deleteFileJob } from '../platform/files.ts'
import type { Jobs } from '../platform/jobs.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'

const discardJob = 'discard-demo'

/** The clubs of every tree whose topmost club is the demo's. Accounts of the demo have addresses at `demoHost`. */
const demoTrees = sql`(select id from club where is_demo and id = root_club_id)`
const demoHost = '@demo.honbu.example'

interface DemoClub {
  readonly clubId: number
  readonly clubName: string
  readonly isAdded: boolean
}

async function demoClubs(db: Db): Promise<DemoClub[]> {
  const { rows } = await sql<DemoClub>`
    select id as "clubId", name as "clubName", not is_demo as "isAdded" from club
    where root_club_id in ${demoTrees} order by is_demo, id`.execute(db)
  return rows
}

/** @throws Refused 404 unless it's a topmost club of the demo */
async function demandDemo(db: Db, id: number): Promise<void> {
  const club = await db
    .selectFrom('club')
    .select('id')
    .where('id', '=', id)
    .where('is_demo', '=', true)
    .whereRef('id', '=', 'root_club_id')
    .executeTakeFirst()
  if (!club) throw new Refused(404, 'This isn’t the demo’s head office, so there is no demo to discard.')
}

export async function getDemo({ db, user }: Read, { id }: Input<typeof call.getDemo>) {
  await demandDemo(db, id)
  const [clubs, { rows: counts }, discard] = await Promise.all([
    demoClubs(db),
    sql<{ members: number; payments: number; keepsAccount: boolean }>`
      select (select count(*) from member where root_club_id in ${demoTrees}) as members,
        (select count(*) from payment join club on club.id = payment.club_id where club.root_club_id in ${demoTrees}) as payments,
        email not like ${`%${demoHost}`} or exists (
          select from club_user join club on club.id = club_user.club_id
          where account_id = account.id and club.root_club_id not in ${demoTrees}) as "keepsAccount"
      from account where id = ${user.accountId}`.execute(db),
    db.selectFrom('demo_discard').selectAll().executeTakeFirst(),
  ])
  const { members = 0, payments = 0, keepsAccount = false } = counts[0] ?? {}
  const failure = discard?.failure ?? null
  return { clubs, members, payments, keepsAccount, isUnderWay: discard !== undefined && failure === null, failure }
}

export async function discardDemo({ tx, now, audit, enqueue }: Write, { id, added }: Input<typeof call.discardDemo>) {
  await demandDemo(tx, id)
  refuseUnnamed(await demoClubs(tx), added)
  const asked = { asked_at: now, added, done_at: null, failure: null }
  await tx
    .insertInto('demo_discard')
    .values(asked)
    .onConflict(held => held.column('is_only').doUpdateSet(asked))
    .execute()
  await enqueue(discardJob, {})
  audit({ clubId: id, subject: 'club', subjectId: id, after: { added } })
  return {}
}

function refuseUnnamed(clubs: readonly DemoClub[], added: readonly number[]): void {
  const unnamed = clubs.filter(club => club.isAdded && !added.includes(club.clubId))
  if (unnamed.length === 0) return
  const names = unnamed.map(({ clubName }) => clubName).join(', ')
  const message = `${names} ${unnamed.length === 1 ? 'has' : 'have'} been added to the demo’s clubs and would be deleted too. Confirm that, or move ${unnamed.length === 1 ? 'it' : 'them'} out first.`
  throw new Refused(409, message, { added: [message] })
}

interface Parts {
  readonly db: Kysely<Tables>
  readonly now: () => Date
  readonly jobs: Pick<Jobs, 'enqueue'>
}

export const discardDemoInJobs = (jobs: Jobs, db: Kysely<Tables>, now: () => Date) =>
  jobs.work(discardJob, () => deleteDemo({ db, now, jobs }))

/** Deletes the demo in one transaction, if someone has asked for it. */
export async function deleteDemo(parts: Parts): Promise<void> {
  const { db } = parts
  try {
    await db.transaction().execute(tx => deleteIn(tx, parts))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await db.updateTable('demo_discard').set({ failure: error.message }).where('done_at', 'is', null).execute()
  }
}

async function deleteIn(tx: Transaction<Tables>, { now, jobs }: Parts): Promise<void> {
  const asked = await tx
    .selectFrom('demo_discard')
    .selectAll()
    .where('done_at', 'is', null)
    .where('failure', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!asked) return
  // No club joins the trees meanwhile.
  await sql`lock table club in share row exclusive mode`.execute(tx)
  refuseUnnamed(await demoClubs(tx), asked.added)
  const { rows: roots } = await sql<{ id: number }>`${demoTrees}`.execute(tx)
  const accounts = await tx.selectFrom('account').select('id').where('email', 'like', `%${demoHost}`).execute()
  const { files } = await deleteClubs(tx, {
    roots: roots.map(({ id }) => id),
    accounts: accounts.map(({ id }) => id),
  })
  for (const key of files) await jobs.enqueue(tx, deleteFileJob, { key })
  await tx.updateTable('demo_discard').set({ done_at: now() }).execute()
}
