import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '@honbu/contract/calendar.ts'
import { openMailSandbox } from '@honbu/sandbox/mail.ts'
import pg from 'pg'
import { checkLedger } from '../src/ledger/index.ts'
import { openDatabase } from '../src/platform/database.ts'
import { postmasterOf } from '../src/platform/embedded-postgres/postmaster.ts'
import { openEmbedded } from '../src/platform/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { createClass } from './factories/classes.ts'
import { createAccount, createClub, createMember } from './factories/people.ts'
import type { Life, Listening } from './kill-server.ts'

export interface Killed {
  readonly kills: Readonly<Record<Victim, number>>
  /** Writes that were answered with success, by kind. */
  readonly acknowledged: Readonly<Record<Kind, number>>
  /** Sent, and never answered: each is there or not. */
  readonly unanswered: number
  /** Acknowledged, and not there at one of the looks after each start. */
  readonly lost: readonly string[]
  /** Mails of acknowledged notes that have arrived, and those whose job waits for its next try. */
  readonly mails: { readonly arrived: number; readonly waiting: number; readonly lost: readonly string[] }
  /** What a second server said that was started on the same folder. */
  readonly second: string
  /** The first difference of the ledger, or null. */
  readonly ledger: unknown
}

type Victim = 'server' | 'postgres' | 'both'
type Kind = 'note' | 'payment' | 'attendance'

interface Options {
  /** An empty one. */
  readonly folder: string
  readonly times: number
  readonly random: () => number
  /** Whether to wait until each mail has arrived, which may take as long as the queue gives a job. */
  readonly waits?: boolean
  readonly tell?: (line: string) => void
}

/** So many who write at the same time. */
const writers = 4

/**
 * Writes to a server over HTTP, kills it, its database or both with SIGKILL at random moments, starts it again, and looks
 * each time whether what was acknowledged is there.
 */
export async function killAgainAndAgain({ folder, times, random, waits = false, tell }: Options): Promise<Killed> {
  // Root runs Postgres as another user, who has to get in.
  chmodSync(folder, 0o755)
  const dataDir = path.join(folder, 'data')
  const inbox = await openMailSandbox({ folder: path.join(folder, 'mail'), sendsWebhooks: false })
  const { token, clubId, classId, memberIds } = await aClub(dataDir)
  const kept: Record<Kind, Set<string>> = { note: new Set(), payment: new Set(), attendance: new Set() }
  const mailed = new Set<string>()
  const lost = new Set<string>()
  const kills: Record<Victim, number> = { server: 0, postgres: 0, both: 0 }
  let unanswered = 0
  let made = 0

  let next = born(folder)
  let server = await next
  let address = ''
  let second = ''

  async function start() {
    server = await next
    // Another loads its modules while this one works.
    next = born(folder)
    server.send({ dataDir, smtpUrl: inbox.smtpUrl } satisfies Life)
    const died = once(server, 'exit').then(() => Promise.reject(new Error('the server did not start')))
    const [said] = (await Promise.race([once(server, 'message'), died])) as [Listening]
    died.catch(() => {})
    address = said.address
  }

  /** @returns whether it was acknowledged */
  async function write(): Promise<boolean> {
    made += 1
    const number = made
    const memberId = memberIds[number % memberIds.length] ?? 0
    const kind = (['note', 'payment', 'attendance'] as const)[number % 3] ?? 'note'
    // One day of the class after the other, of each member.
    const classDate = addDays('2025-01-07', 7 * (Math.floor(number / 3 / memberIds.length) % 70))
    const mark = kind === 'attendance' ? `${memberId} ${classDate}` : `Write ${number}`
    const sendEmail = number % 6 === 0
    const bodies = {
      note: { memberNoteId: 0, clubId, subject: mark, note: '', sendEmail },
      payment: {
        clubId,
        transactionId: null,
        amount: 5,
        paymentDate: '2026-05-12',
        paymentMethodId: 1401,
        reference: mark,
      },
      attendance: { classId, classDate, attended: true },
    }
    const call = { note: 'SaveNote', payment: 'SavePayment', attendance: 'SaveAttendance' }[kind]
    try {
      const answer = await fetch(`${address}/api/member/${call}/${memberId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(bodies[kind]),
      })
      const body = (await answer.json()) as { isSuccess: boolean }
      if (answer.status >= 400 && answer.status < 500) throw new Refusal(JSON.stringify(body))
      if (!body.isSuccess) return false
    } catch (error) {
      if (error instanceof Refusal) throw error
      unanswered += 1
      return false
    }
    kept[kind].add(mark)
    if (kind === 'note' && sendEmail) mailed.add(mark)
    return true
  }

  /** Writes until so many more are acknowledged; who is told nothing goes on with the next a moment later. */
  async function writeMore(most: number, meanwhile: (acknowledged: number) => void) {
    let acknowledged = 0
    const one = async () => {
      while (acknowledged < most) {
        if (await write()) {
          acknowledged += 1
          meanwhile(acknowledged)
        } else await wait(20)
      }
    }
    await Promise.all(Array.from({ length: writers }, one))
  }

  async function look() {
    const embedded = await openEmbedded(dataDir)
    const client = new pg.Client(embedded.connection)
    await client.connect()
    const has = async (text: string) =>
      new Set((await client.query<{ mark: string }>(text)).rows.map(({ mark }) => mark))
    const there: Record<Kind, Set<string>> = {
      note: await has('select subject as mark from member_note'),
      payment: await has('select reference as mark from payment'),
      attendance: await has(`select member_id || ' ' || class_date as mark from attendance`),
    }
    for (const kind of ['note', 'payment', 'attendance'] as const)
      for (const mark of kept[kind]) if (!there[kind].has(mark)) lost.add(`${kind} ${mark}`)
    // Once each, also where nobody had heard of it.
    const { rows } = await client.query('select subject from member_note group by 1 having count(*) > 1')
    for (const { subject } of rows) lost.add(`twice: ${subject}`)
    await client.end()
    await embedded.stop()
  }

  try {
    for (let time = 0; time < times; time += 1) {
      const victim = (['server', 'both', 'postgres'] as const)[time % 3] ?? 'server'
      if (address === '') await start()
      if (second === '') second = await startSecond(await born(folder), { dataDir, smtpUrl: inbox.smtpUrl })
      const at = 1 + Math.floor(random() * 40)
      const process = server
      const ended = once(process, 'exit')
      // Those that are under way at this moment are at any of their steps.
      await writeMore(victim === 'postgres' ? at + 10 : at, acknowledged => {
        if (acknowledged !== at) return
        const postmaster = postmasterOf({ folder: path.join(dataDir, 'postgres') })
        if (victim !== 'server' && postmaster) globalThis.process.kill(postmaster.pid, 'SIGKILL')
        if (victim !== 'postgres') process.kill('SIGKILL')
      })
      kills[victim] += 1
      // A server whose database has died goes on.
      if (victim !== 'postgres') {
        await ended
        address = ''
        await start()
      }
      await look()
      if ((time + 1) % 10 === 0) tell?.(`${time + 1} of ${times}: ${made} writes, ${lost.size} lost`)
    }
    const mails = await mailsOf(dataDir, mailed, inbox, waits)
    const ledger = await inDatabase(dataDir, checkLedger)
    const acknowledged = {
      note: kept.note.size,
      payment: kept.payment.size,
      attendance: kept.attendance.size,
    }
    return { kills, acknowledged, unanswered, lost: [...lost], mails, second, ledger }
  } finally {
    for (const each of [server, await next]) {
      const ended = once(each, 'exit')
      if (each.kill('SIGKILL')) await ended
    }
    await inbox.close()
    // Whoever is the last one out stops it.
    await (await openEmbedded(dataDir)).stop()
  }
}

/** What is wrong with the test, and not with the server. */
class Refusal extends Error {}

async function born(folder: string): Promise<ChildProcess> {
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') }
  const child = fork(path.join(import.meta.dirname, 'kill-server.ts'), { execArgv: [], silent: true, env })
  await Promise.race([once(child, 'message'), once(child, 'exit')])
  return child
}

async function startSecond(child: ChildProcess, life: Life): Promise<string> {
  let said = ''
  child.stderr?.on('data', data => {
    said += data
  })
  const closed = once(child, 'close')
  child.send(life)
  const [code] = await closed
  return `${said.trim()} (exit code ${code})`
}

async function inDatabase<T>(dataDir: string, ask: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>) {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: undefined }, 'guest')
  try {
    return await ask(db)
  } finally {
    await close()
  }
}

const aClub = (dataDir: string) =>
  inDatabase(dataDir, async db => {
    await migrate(db)
    const { id: clubId } = await createClub(db)
    const { sub: token } = await createAccount(db, { clubId, isAdmin: true })
    const { id: classId } = await createClass(db, { clubId })
    const memberIds: number[] = []
    for (let made = 0; made < 61; made += 1)
      memberIds.push((await createMember(db, { clubId, email: `member${made}@mail.example` })).id)
    return { token, clubId, classId, memberIds }
  })

/**
 * A mail has arrived, or its job is there for another try. One whose process died under it gets that when its time is over:
 * with `waits` it is over now, and all are waited for.
 */
async function mailsOf(
  dataDir: string,
  mailed: ReadonlySet<string>,
  inbox: Awaited<ReturnType<typeof openMailSandbox>>,
  waits: boolean,
) {
  const embedded = await openEmbedded(dataDir)
  const client = new pg.Client(embedded.connection)
  await client.connect()
  try {
    if (waits)
      await client.query(`update pgboss.job set started_on = started_on - interval '1 day' where state = 'active'`)
    for (;;) {
      // First what waits: what leaves the queue between the two has arrived.
      const { rows } = await client.query<{ subject: string }>(
        `select data->>'subject' as subject from pgboss.job
         where name = 'send-mail' and state in ('created', 'retry', 'active')`,
      )
      const waiting = new Set(rows.map(({ subject }) => subject))
      const arrived = new Set((await inbox.list()).map(({ subject }) => subject))
      const open = [...mailed].filter(subject => !arrived.has(subject))
      const lost = open.filter(subject => !waiting.has(subject))
      if (!waits || open.length === 0 || lost.length > 0)
        return { arrived: mailed.size - open.length, waiting: open.length - lost.length, lost }
      await wait(1000)
    }
  } finally {
    await client.end()
    await embedded.stop()
  }
}
