/**
 * `npm run test:kill -- [times] [seed]`: writes to a server on an embedded database of its own, kills server, database or
 * both so many times (100), and says what was acknowledged and what of that is not there. server/test/kill-nine.ts says how.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { killAgainAndAgain } from '../server/test/kill-nine.ts'
import { randomFrom } from '../server/test/random.ts'

const [times = '100', seed = '1'] = process.argv.slice(2)
const folder = mkdtempSync(path.join(os.tmpdir(), `honbu-test-${process.pid}-`))
try {
  const random = randomFrom(Number(seed))
  const done = await killAgainAndAgain({ folder, times: Number(times), random, waits: true, tell: console.log })
  const { kills, acknowledged, unanswered, lost, mails, second, ledger } = done
  const all = Object.values(acknowledged).reduce((sum, count) => sum + count, 0)
  console.log(`Killed: the server ${kills.server} times, its database ${kills.postgres}, both ${kills.both}.`)
  console.log(`${all} writes were acknowledged: ${JSON.stringify(acknowledged)}; ${unanswered} never answered.`)
  console.log(`Lost: ${lost.length === 0 ? 'none' : lost.join(', ')}.`)
  console.log(`Mails of them: ${mails.arrived} arrived, ${mails.waiting} wait, ${mails.lost.length} lost.`)
  console.log(`The ledger ${ledger === null ? 'adds up' : JSON.stringify(ledger)}.`)
  console.log(`A second server said: ${second}`)
  process.exitCode = lost.length + mails.lost.length === 0 && ledger === null ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
}
