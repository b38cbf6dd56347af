import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openMailSandbox } from '@honbu/sandbox/mail.ts'
import { sql } from 'kysely'
import { checkLedger } from '../../src/ledger/index.ts'
import type { Db } from '../../src/platform/database.ts'
import { openBrowser } from '../browser.ts'
import { insist, nothingTold, signIn, type Told } from './client.ts'
import { noteByNote, type Written, watch, work } from './load.ts'
import { type FleetProcess, fleetProcess, freePorts } from './process.ts'
import { openProxy } from './proxy.ts'
import { fillWorld, type World } from './world.ts'

interface Fleet {
  /** The database itself, to fill it and to look at what has become of it. */
  readonly db: Db
  /** As the processes have them. */
  readonly databaseUrl: string
  readonly databaseDirectUrl?: string
  readonly databaseReplicaUrl?: string
  readonly servers: number
  readonly workers: number
  /** People who work at once. */
  readonly clients: number
  /** What happens while they work; the work ends with it. */
  readonly meanwhile: (at: AtWork) => Promise<void>
  /** Milliseconds for which a client goes on asking; none: once more, at once. */
  readonly patience?: number
  /** Which errors a server may log. */
  readonly mayLog?: (line: string) => boolean
  /** Is told what happens. */
  readonly say?: (text: string) => void
}

export interface AtWork {
  /** Where the proxy is. */
  readonly root: string
  readonly world: World
  readonly told: Told
  readonly processes: readonly FleetProcess[]
  readonly say: (text: string) => void
}

export interface Outcome {
  readonly asked: Readonly<Record<string, number>>
  /** How often a client had to ask again. */
  readonly again: number
  readonly notes: number
  readonly receiptsTwice: number
  /** How often each status from 500 on was answered to them. */
  readonly excuses: Readonly<Record<number, number>>
  /** Everything that is not as it should be. */
  readonly problems: readonly string[]
}

/** Runs servers and workers behind a proxy, people at work in them, kills, and counts what has become of it all. */
export async function runFleet(fleet: Fleet): Promise<Outcome> {
  const { db, servers, workers, meanwhile, mayLog = () => false, say = () => {} } = fleet
  if (!existsSync(path.resolve(import.meta.dirname, '../../../web/dist')))
    throw new Error('The web has not been built: node scripts/launch.mjs build')
  const folder = mkdtempSync(path.join(tmpdir(), 'honbu-fleet-'))
  const inbox = await openMailSandbox({ folder: path.join(folder, 'mail') })
  const ports = await freePorts(servers + workers)
  const proxy = await openProxy(ports.slice(0, servers))
  const root = `http://localhost:${proxy.port}`
  const settings = {
    DATABASE_URL: fleet.databaseUrl,
    ...(fleet.databaseDirectUrl && { DATABASE_DIRECT_URL: fleet.databaseDirectUrl }),
    ...(fleet.databaseReplicaUrl && { DATABASE_REPLICA_URL: fleet.databaseReplicaUrl }),
    BASE_URL: root,
    TRUST_PROXY: '1',
    HONBU_DATA: folder,
    HONBU_DEMO: '0',
    HONBU_KEY: 'the same key in every process of the fleet',
    SMTP_URL: inbox.smtpUrl,
    HONBU_SMS_URL: 'http://AC:token@127.0.0.1:9',
    HONBU_GOCARDLESS_URL: nobody,
    HONBU_STRIPE_URL: nobody,
    NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  }
  const processes = ports.map((port, index) => {
    const [role, number] = index < servers ? (['web', index + 1] as const) : (['worker', index - servers + 1] as const)
    return fleetProcess(`${role} ${number}`, port, { ...settings, HONBU_ROLE: role })
  })
  try {
    // All at once, on a database that none of them has seen.
    await Promise.all(processes.map(each => each.start()))
    say('all are ready')
    const world = await fillWorld(db, fleet.clients)
    const told = nothingTold(fleet.patience)
    await attemptsAreShared(root, world, told)
    const { written, notes } = await underLoad({ root, world, told }, () =>
      meanwhile({ root, world, told, processes, say }),
    )
    await endedEverywhere({ db, root, world, told }, processes.slice(0, servers))
    say('the work is over')
    await jobsAreDone(db, told)
    const receiptsTwice = await checkReceipts(written, inbox, told)
    await checkWritten(db, world, written, told)
    // A worker may say that a job, or its queue, has to wait for another try.
    for (const { name, log } of processes.slice(0, servers))
      for (const line of log().split('\n'))
        if (line.includes('"level":50') && !mayLog(line)) told.errors.push(`${name} says ${line}`)
    const { again, errors: problems } = told
    const [asked, excuses] = [Object.fromEntries(told.asked), Object.fromEntries(told.excuses)]
    return { asked, again, notes, receiptsTwice, excuses, problems }
  } finally {
    await Promise.all(processes.map(each => each.stop()))
    await proxy.close()
    await inbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Kills one process after the other, by their names: `web 1`, `worker 1`.
 * @param between milliseconds of work before each, and after the last
 */
export function killing(kills: readonly string[], between: number) {
  return async ({ processes, say }: AtWork): Promise<void> => {
    for (const name of kills) {
      await pause(between)
      const killed = processes.find(each => each.name === name)
      await killed?.kill()
      say(`${name} is killed`)
      // Others go on without it for a moment.
      await pause(1000)
      await killed?.start()
    }
    await pause(between)
  }
}

const nobody = 'http://127.0.0.1:9'

type UnderLoad = Pick<AtWork, 'root' | 'world' | 'told'>

async function underLoad({ root, world, told }: UnderLoad, meanwhile: () => Promise<void>) {
  const written: Written = { marks: [], orders: [], exports: [] }
  const end = new AbortController()
  const ended = end.signal
  const [writer, watcher] = await Promise.all([signIn(root, world.quiet.writer), signIn(root, world.quiet.watcher)])
  const shown = new Set<number | null>()
  const shows = (entries: readonly { readonly subjectId: number | null }[]) => {
    for (const { subjectId } of entries) shown.add(subjectId)
  }
  const isShown = (noteId: number) => until(() => shown.has(noteId))
  const screen = new AbortController()
  const watching = watch({ root, told, session: watcher, shows, ended: screen.signal })
  const writing = noteByNote({ told, session: writer, ended }, { memberId: world.quiet.memberId, isShown })
  const people = world.admins.map(email => work({ root, world, told, written, ended }, email))
  try {
    await meanwhile()
  } finally {
    end.abort()
    await Promise.all(people)
    await writing
    screen.abort()
    await watching
  }
  return { written, notes: await writing }
}

/** Whoever guesses is told to wait, whichever server he is led to: none of them has seen enough of it by itself. */
async function attemptsAreShared(root: string, { quiet }: World, told: Told): Promise<void> {
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const browser = openBrowser()
      const page = await browser.go(`${root}/Identity/Account/Login`)
      return (await browser.submit(page, { email: `no.${quiet.writer}`, password: 'a guess' })).status
    }),
  )
  if (!statuses.includes(429)) told.errors.push(`Of 12 guesses none had to wait: ${statuses.join(' ')}`)
}

/** A session that is ended is ended in every process, at once. */
async function endedEverywhere(
  { db, root, world, told }: UnderLoad & { readonly db: Db },
  servers: readonly FleetProcess[],
): Promise<void> {
  const session = await insist(told, 'sign in', () => signIn(root, world.quiet.writer))
  const statusAt = async ({ port }: FleetProcess) => {
    const headers = { authorization: `Bearer ${await session?.token()}` }
    return (await fetch(`http://127.0.0.1:${port}/api/member/GetExports`, { headers })).status
  }
  const before = await Promise.all(servers.map(statusAt))
  if (before.some(status => status !== 200)) told.errors.push(`A session that is open answers ${before.join(' ')}`)
  const account = db.selectFrom('account').select('id').where('email', '=', world.quiet.writer)
  await db.updateTable('account_session').set({ ended_at: new Date() }).where('account_id', '=', account).execute()
  const isOut = async () => (await Promise.all(servers.map(statusAt))).every(status => status === 401)
  if (!(await until(isOut))) told.errors.push('A session that was ended goes on.')
}

/** Also those of a process that was killed: they are tried again when it has said nothing for a while. */
async function jobsAreDone(db: Db, told: Told): Promise<void> {
  const undone = async () => {
    const { rows } = await sql<{ name: string; state: string; jobs: number }>`
      select name, state::text, count(*) as jobs from pgboss.job
      where name in ('send-receipt', 'send-mail', 'export-members') and state in ('created', 'retry', 'active', 'failed')
      group by name, state`.execute(db)
    return rows
  }
  if (!(await until(async () => (await undone()).length === 0, 300_000)))
    told.errors.push(`Jobs are left: ${JSON.stringify(await undone())}`)
}

async function checkReceipts(
  { orders }: Written,
  inbox: Awaited<ReturnType<typeof openMailSandbox>>,
  { errors }: Told,
): Promise<number> {
  const letters = Map.groupBy(await inbox.list(), ({ to }) => to[0])
  const receipts = orders.filter(({ receiptTo, isSaid }) => receiptTo && isSaid)
  const lost = receipts.filter(({ receiptTo }) => !letters.has(receiptTo ?? ''))
  if (lost.length > 0) errors.push(`${lost.length} of ${receipts.length} receipts were never sent.`)
  return receipts.filter(({ receiptTo }) => (letters.get(receiptTo ?? '')?.length ?? 0) > 1).length
}

/** Each write that was said to be done is there once; one that was not said is there once or not at all. */
async function checkWritten(db: Db, { classId, clubId }: World, { marks, orders, exports }: Written, { errors }: Told) {
  const stored = await db
    .selectFrom('attendance')
    .select(['member_id as memberId', 'class_date as date', 'attended'])
    .where('class_id', '=', classId)
    .execute()
  const attended = new Map(stored.map(row => [`${row.memberId} ${row.date}`, row.attended]))
  for (const mark of marks)
    if (mark.isSaid && attended.get(`${mark.memberId} ${mark.date}`) !== mark.attended)
      errors.push(`The mark of ${mark.memberId} on ${mark.date} is lost.`)

  const payments = await db
    .selectFrom('payment')
    .select(['reference', ({ fn }) => fn.countAll<number>().as('count')])
    .where('club_id', '=', clubId)
    .groupBy('reference')
    .execute()
  const paid = new Map(payments.map(({ reference, count }) => [reference, count]))
  for (const { key, isSaid } of orders)
    if (isSaid ? paid.get(key) !== 1 : (paid.get(key) ?? 0) > 1)
      errors.push(`The order ${key} is there ${paid.get(key) ?? 0} times.`)
  const { sold } = await db
    .selectFrom('member_order')
    .select(({ fn }) => fn.countAll<number>().as('sold'))
    .where('club_id', '=', clubId)
    .executeTakeFirstOrThrow()
  if (sold !== paid.size) errors.push(`There are ${sold} orders and ${paid.size} payments.`)
  const difference = await checkLedger(db)
  if (difference) errors.push(difference)

  for (const exportKey of exports) {
    const file = await db
      .selectFrom('export_file')
      .select(['state', 'written', 'total'])
      .where('key', '=', exportKey)
      .executeTakeFirst()
    if (file?.state !== 'done' || file.written !== file.total) errors.push(`An export is ${JSON.stringify(file)}.`)
  }
}

/** Whether it becomes true while somebody may still be expected to wait for it, on a machine with much else to do. */
async function until(isTrue: () => boolean | Promise<boolean>, patience = 120_000): Promise<boolean> {
  const giveUp = performance.now() + patience
  while (!(await isTrue())) {
    if (performance.now() > giveUp) return false
    await pause(100)
  }
  return true
}
