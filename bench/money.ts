/**
 * Money in bulk against the sandbox of GoCardless, which is a process of its own: memberships charged and handed over,
 * what the bank tells of them worked off, webhooks accepted, and fifty people who take one payment at the same time:
 * `npm run bench:money -- 10000`.
 */
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginNights, workOnRun } from '@honbu/server/charging/index.ts'
import { openCollections } from '@honbu/server/collections/index.ts'
import { checkLedger } from '@honbu/server/ledger/index.ts'
import { connectTo } from '@honbu/server/platform/database.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import type { Jobs } from '@honbu/server/platform/jobs.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import { secretBox } from '@honbu/server/platform/secret-box.ts'
import { openProviders } from '@honbu/server/providers/index.ts'
import { sql } from 'kysely'
import type { BankOrder } from './bank.ts'
import { chargeOne, fillPayers } from './payers.ts'
import type { TillOrder } from './till.ts'

const count = Number(process.argv[2] ?? 10_000)
const token = 'sandbox_bench'
const at = '2026-05-12T11:00:00Z'
const agent = new http.Agent({ keepAlive: true, maxSockets: 32 })

const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-'))
const embedded = await openEmbedded(join(folder, 'data'))
const database = connectTo(embedded.connection)
const { db } = database
const bank = child<BankOrder>('bank.ts')
const till = child<TillOrder>('till.ts')
try {
  console.log(`${cpus().length} cores, Node ${process.version}, load before ${loadavg().map(Math.round).join(' ')}`)
  console.log('the database, the bank, the product and the load are processes on this machine\n')
  await migrate(db)
  const { url: bankUrl, secret } = await bank.ask({ open: { folder: join(folder, 'bank'), now: at, token } })
  const mandates = await mandatesAt(bankUrl)
  const club = await fillPayers(db, { count, token, secret, mandates })

  let clock = new Date(at)
  const queue = queueInMemory()
  const parts = {
    db,
    config: { baseUrl: 'http://localhost', basePath: '' },
    now: () => clock,
    mail: { send: async () => ({ messageId: '', said: '' }) },
    jobs: queue.jobs,
    providers: openProviders({
      db,
      box: secretBox(Buffer.alloc(32)),
      addresses: { gocardless: { url: bankUrl }, stripe: { url: 'http://127.0.0.1:9' } },
    }),
  }
  const collections = await openCollections(parts)

  await sql`insert into charging_setting (club_id, is_nightly) select id, true from club`.execute(db)
  const charged = await seconds(async () => {
    for (const runId of await beginNights(db, clock, queue.jobs)) await workOnRun(parts, runId)
  })
  queue.clear()
  const queued = await seconds(() => queue.runScheduled('collect-charges'))
  const handedOver = await seconds(queue.run)
  await say('charged and handed over', charged + queued + handedOver, [
    ['charges in the ledger', await counted(sql`charge`), charged],
    ['put on their way', await counted(sql`external_payment`), queued],
    ['payments made at the bank', await counted(sql`external_payment where reference is not null`), handedOver],
  ])

  const { url } = await till.ask({ connection: embedded.connection, bankUrl, now: at })
  await bank.ask({ moveTo: '2026-05-29' })
  clock = new Date('2026-05-29T11:00:00Z')
  const told = await seconds(() => bank.ask({ deliverTo: `${url}/webhooks/gocardless` }))
  const events = await counted(sql`provider_event`)
  // Each asks the bank for the truth, which takes its time: a part of them says how long all would take.
  const left = await leaveOpen(Math.min(count, 1_000))
  await queue.runScheduled('find-provider-events')
  const workedOff = await seconds(queue.run)
  await say('paid by the bank, told and worked off', told + workedOff, [
    ['events that the bank sent, 250 a webhook', events, told],
    ['events of 1,000 payments at most worked off', left, workedOff],
    ['payments in the ledger by that', await counted(sql`payment`), workedOff],
  ])

  for (const [name, size, many] of [
    ['one event a webhook', 1, 10_000],
    ['250 events a webhook', 250, 80],
  ] as const) {
    const bodies = Array.from({ length: many }, (_, number) => webhook(`${name}-${number}`, size))
    const before = await counted(sql`provider_event`)
    const took = await seconds(() =>
      inLanes(bodies, body => send(`${url}/webhooks/gocardless`, body, { 'webhook-signature': signed(body, secret) })),
    )
    const stored = (await counted(sql`provider_event`)) - before
    await say(`webhooks, ${name}, 32 connections`, took, [
      ['webhooks accepted', many, took],
      ['events stored', stored, took],
    ])
  }

  const chargeId = await chargeOne(db, club.clubId)
  const answers: number[] = []
  const headers = { authorization: `Bearer ${club.sub}` }
  const fifty = new http.Agent({ keepAlive: true, maxSockets: 50 })
  const take = () => send(`${url}/api/member/TakePayment/${chargeId}`, '{}', headers, fifty)
  const took = await seconds(() => Promise.all(Array.from({ length: 50 }, async () => void answers.push(await take()))))
  fifty.destroy()
  console.log(`50 at once take one payment: ${took.toFixed(2)} s`)
  console.log(
    `  ${answers.filter(status => status === 200).length} × 200, ${answers.filter(status => status === 409).length} × 409`,
  )
  console.log(
    `  payments on their way for it: ${await counted(sql`external_payment_part where charge_id = ${chargeId}`)}\n`,
  )
  console.log(`ledger: ${(await checkLedger(db)) ?? 'adds up'}`)
  await collections.close()
} finally {
  agent.destroy()
  bank.stop()
  till.stop()
  await database.close()
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

async function say(what: string, whole: number, lines: readonly (readonly [string, number, number])[]) {
  console.log(`${what}: ${whole.toFixed(1)} s (load ${loadavg()[0]?.toFixed(1)})`)
  for (const [name, number, took] of lines)
    console.log(
      `  ${number.toLocaleString('en-GB').padStart(7)} ${name.padEnd(42)} ${took.toFixed(1).padStart(6)} s ${Math.round(
        number / took,
      )
        .toLocaleString('en-GB')
        .padStart(7)} a second`,
    )
  console.log()
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

async function counted(from: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${from}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Leaves open what the bank tells of some payments, as if no more had come. @returns how many events these are */
async function leaveOpen(payments: number): Promise<number> {
  await sql`
    update provider_event set worked_at = received_at
    where links->>'payment' is null
      or links->>'payment' not in (select reference from external_payment order by id limit ${payments})`.execute(db)
  return await counted(sql`provider_event where worked_at is null`)
}

/** One payer with as many mandates as there are members: it is payments that are measured. */
async function mandatesAt(url: string): Promise<string[]> {
  const make = async (what: string, fields: object) => {
    const answer = await fetch(`${url}/${what}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'gocardless-version': '2015-07-06',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ [what]: fields }),
    })
    // The sandbox answers as GoCardless does: the row under its name.
    return String(((await answer.json()) as Record<string, { id: string }>)[what]?.id)
  }
  const customer = await make('customers', { given_name: 'Ann', family_name: 'Lee' })
  const account = await make('customer_bank_accounts', {
    account_holder_name: 'Ann Lee',
    branch_code: '200000',
    account_number: '55779911',
    country_code: 'GB',
    links: { customer },
  })
  const made: string[] = []
  const numbers = Array.from({ length: count }, (_, number) => number)
  await inLanes(numbers, async () => {
    made.push(await make('mandates', { scheme: 'bacs', links: { customer_bank_account: account } }))
  })
  return made
}

function webhook(name: string, size: number): string {
  const events = Array.from({ length: size }, (_, number) => ({
    id: `EV-${name}-${number}`,
    created_at: at,
    resource_type: 'payments',
    action: 'confirmed',
    links: { payment: `PM-${name}-${number}` },
    details: { origin: 'gocardless', cause: 'payment_confirmed', description: 'Enough time has passed.' },
  }))
  return JSON.stringify({ events })
}

function signed(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

async function inLanes<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = items.values()
  const lane = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: 32 }, lane))
}

/** @throws Error unless it was accepted, or refused as somebody was quicker */
function send(url: string, body: string, headers: Record<string, string>, by = agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const given = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers }
    const request = http.request(url, { method: 'POST', agent: by, headers: given }, response => {
      response.resume()
      const { statusCode = 0 } = response
      response.on('end', () =>
        statusCode < 300 || statusCode === 409
          ? resolve(statusCode)
          : reject(new Error(`${url} answered ${statusCode}`)),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** A process that answers one message after the other. */
function child<Order extends object>(file: string) {
  const process = fork(join(import.meta.dirname, file))
  return {
    async ask(order: Order) {
      process.send(order)
      // What these two answer stands in their files.
      const [answer] = (await once(process, 'message')) as [{ url: string; secret: string }]
      return answer
    },
    stop: () => process.kill(),
  }
}

function queueInMemory() {
  const handlers = new Map<string, (data: object) => Promise<void>>()
  const scheduled = new Map<string, () => Promise<void>>()
  const waiting: { name: string; data: object }[] = []
  const jobs: Jobs = {
    // Each job is put in with the data that its handler takes.
    work: async (name, handler) => void handlers.set(name, data => handler(data as never)),
    schedule: async (name, _cron, handler) => void scheduled.set(name, handler),
    enqueue: async (_tx, name, data) => void waiting.push({ name, data }),
    stop: async () => {},
  }
  return {
    jobs,
    clear: () => void waiting.splice(0),
    async run() {
      for (let job = waiting.shift(); job; job = waiting.shift()) await handlers.get(job.name)?.(job.data)
    },
    runScheduled: async (name: string) => await scheduled.get(name)?.(),
  }
}
