import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openMailSandbox } from '@honbu/sandbox/mail.ts'
import { sql } from 'kysely'
import { afterAll, expect, inject, it } from 'vitest'
import { freshDatabase } from './database.ts'
import { createMessage } from './factories/messages.ts'
import { createClub, createMember } from './factories/people.ts'
import { randomFrom } from './random.ts'
import type { Sending } from './sending-killable.ts'

/** HONBU_KILL_SEED=7 dies elsewhere; so do the two databases, of which each runs this. */
const seed = Number(process.env.HONBU_KILL_SEED ?? (process.env.HONBU_TEST_POSTGRES ? 1 : 2))
const random = randomFrom(seed)

const { db } = await freshDatabase()
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
const connection = { ...inject('postgres'), database: rows[0]?.name ?? '' }
const folder = mkdtempSync(path.join(tmpdir(), 'honbu-sending-killed-'))
const inbox = await openMailSandbox({ folder, sendsWebhooks: false })
const processes: ChildProcess[] = []
afterAll(async () => {
  for (const each of processes) each.kill('SIGKILL')
  await inbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const members = 30
const deaths = 5
/** About how many queries there are when nothing is done yet. */
const mostSteps = 60

it('has sent each one message when it is killed again and again, and says of whom it does not know', async () => {
  const { id: clubId } = await createClub(db)
  const addresses: string[] = []
  for (let made = 0; made < members; made += 1) {
    const email = `m${made}@mail.example`
    await createMember(db, { clubId, email })
    addresses.push(email)
  }
  const messageId = await createMessage(db, { clubId, status: 'preparing' })
  let clock = Date.parse('2026-05-12T17:30:00Z')
  let next = await born()
  for (let death = 0; death <= deaths; death += 1) {
    const dies =
      death < deaths
        ? ({ step: 1 + Math.floor(random() * mostSteps), how: random() < 0.5 ? 'before' : 'after' } as const)
        : null
    const current = next
    const ended = once(current, 'exit')
    current.send({ connection, smtpUrl: inbox.smtpUrl, now: new Date(clock).toISOString(), dies } satisfies Sending)
    // The next one loads its modules while this one works.
    const following = dies && born()
    const [code] = await ended
    // One that had nothing left to do before its step lives on to its end.
    expect(code === null || code === 0).toBe(true)
    if (following) next = await following
    // Later than what the one before had claimed for itself.
    clock += 11 * 60_000
  }
  const { rows: states } = await sql<{ address: string; state: string }>`
    select to_address as address, state from message_recipient where message_id = ${messageId}`.execute(db)
  expect(states.map(({ address }) => address).toSorted()).toEqual(addresses.toSorted())
  const received = (await inbox.list()).map(({ to }) => to[0])
  for (const { address, state } of states) {
    const copies = received.filter(to => to === address).length
    // Who is uncertain has it once or not at all; all others have it once.
    if (state === 'uncertain') expect(copies, address).toBeLessThanOrEqual(1)
    else expect({ state, copies }, address).toEqual({ state: 'sent', copies: 1 })
  }
  // Each death leaves as many open as were being handed over at that moment.
  expect(states.filter(({ state }) => state === 'uncertain').length).toBeLessThanOrEqual(deaths * 4)
  const { status } = await db
    .selectFrom('message')
    .select('status')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('done')
}, 240_000)

/** A process that has loaded everything, and waits to be told. */
async function born(): Promise<ChildProcess> {
  const env = { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') }
  const child = fork(path.join(import.meta.dirname, 'sending-killable.ts'), { execArgv: [], env })
  processes.push(child)
  const [ready] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (ready !== 'ready') throw new Error('the process could not be loaded')
  return child
}
