import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, onTestFailed } from 'vitest'
import { killAgainAndAgain } from './kill-nine.ts'
import { randomFrom } from './random.ts'

/** Named so that what a killed run leaves is swept by the next. */
const folder = mkdtempSync(path.join(os.tmpdir(), `honbu-test-${process.pid}-`))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))

/** HONBU_KILL_SEED=7 dies elsewhere; `npm run test:kill -- 100` more often. */
const random = randomFrom(Number(process.env.HONBU_KILL_SEED ?? 1))

it('has what it acknowledged, whoever is killed, and lets no second server in', async () => {
  // What Postgres has said last tells where it stood still.
  onTestFailed(() => console.log(readFileSync(path.join(folder, 'data', 'postgres.log'), 'utf8').slice(-4000)))
  const { kills, acknowledged, lost, mails, second, ledger } = await killAgainAndAgain({ folder, times: 3, random })
  expect(kills).toEqual({ server: 1, both: 1, postgres: 1 })
  for (const count of Object.values(acknowledged)) expect(count).toBeGreaterThan(0)
  expect([lost, mails.lost, ledger]).toEqual([[], [], null])
  expect(second).toMatch(/^\S+ is already in use by another Honbu \(pid \d+\)\. \(exit code 1\)$/)
}, 600_000)
