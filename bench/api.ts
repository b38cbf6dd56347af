/**
 * What a person waits for, beside a bare server that runs the same SQL, in a franchise of up to 500 clubs with a million
 * members and fifty million attendances: `npm run bench`, or some calls by a part of their names:
 * `npm run bench -- --members 10000,100000 --seconds 5 dashboard register`. The floor is beside the largest size; the others
 * tell how the time grows. `npm run bench -- --all` measures everything at three sizes and writes docs/performance.md anew.
 * Databases are filled once, and kept: see database.ts.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { countAhead } from '@honbu/server/reporting/ahead.ts'
import { sql } from 'kysely'
import { type BenchDatabase, openBenchCluster, openFilled } from './database.ts'
import type { AtSize } from './growth.ts'
import { growthChart } from './growth-chart.ts'
import { benchCalls } from './load/calls.ts'
import { measureChargingRun } from './load/charging-run.ts'
import { type Bench, bytesOf, type Measured, openBench } from './load/measure.ts'
import type { ReadyCall } from './load/wire.ts'
import { benchNow } from './population/franchise.ts'
import {
  between,
  chargingTable,
  type Everything,
  goal,
  growthTable,
  loadTable,
  profileList,
  ratioOf,
} from './tables.ts'

const { values: given, positionals: wanted } = parseArgs({
  options: {
    members: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    all: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const seconds = Number(given.seconds)
const sizes = (given.members ?? (given.all ? '10000,100000,1000000' : '10000')).split(',').map(Number)
if (![seconds, ...sizes].every(number => number > 0))
  throw new Error('--members are numbers with commas between them, --seconds is one')

/** Of the file that is written beside it: there as soon as something was measured. */
const chart = '![The time of each call by the number of members](images/growth.svg)'

const cluster = await openBenchCluster()
try {
  const growth = new Map<string, AtSize[]>()
  const charging: Everything['charging'][number][] = []
  for (const members of sizes) {
    const database = await openFilled(cluster, members)
    try {
      // What a run that was interrupted has left would be looked at with each report.
      await tidy(database)
      const { on, marks } = await about(database)
      console.log(
        `${numbered(members)} members in ${database.franchise.clubs} clubs, ${numbered(marks)} marks; ${on}\n`,
      )
      if (isChosen('charging run')) charging.push({ members, ...(await measureChargingRun(database)) })
      const isLast = members === sizes.at(-1)
      const calls: Measured[] = []
      for (const { atSize, measured } of await measureCalls(database, isLast)) {
        growth.set(atSize.name, [...(growth.get(atSize.name) ?? []), { members, ...atSize }])
        if (measured) calls.push(measured)
      }
      await tidy(database)
      if (isLast) await tell({ on, members, marks, calls, charging, growth: named(growth) })
    } finally {
      await database.close()
    }
  }
} finally {
  await cluster.stop()
}

async function about({ db }: BenchDatabase) {
  const { rows } = await sql<{ version: string; marks: number }>`
    select current_setting('server_version') as version, sum(marked)::bigint as marks from class_day`.execute(db)
  const { version = '', marks = 0 } = rows[0] ?? {}
  const [load = 0] = loadavg()
  const day = new Date().toISOString().slice(0, 10)
  return {
    marks,
    on: `${day}: ${cpus().length} cores, load before ${load.toFixed(1)}, Postgres ${version}, Node ${process.version}`,
  }
}

/** In the largest database beside the floor; in the others the product alone, for how it grows. */
async function measureCalls(database: BenchDatabase, isLast: boolean) {
  const calls = (await benchCalls(database)).filter(({ name }) => isChosen(name))
  const bench = await openBench(database.plainConnection, calls)
  try {
    const done: MeasuredOne[] = []
    for (const call of bench.calls) {
      try {
        done.push(await measureOne(bench, call, isLast))
      } catch (error) {
        // The other calls are worth having.
        console.error(`${call.name} could not be measured:`, error)
        process.exitCode = 1
      }
    }
    return done
  } finally {
    await bench.stop()
  }
}

interface MeasuredOne {
  readonly atSize: { readonly name: string; readonly p50: number; readonly bytes: number }
  readonly measured?: Measured
}

async function measureOne(bench: Bench, call: ReadyCall, isLast: boolean): Promise<MeasuredOne> {
  const { name } = call
  const bytes = bytesOf(call)
  if (isLast) {
    const measured = await besideFloor(bench, call)
    return { atSize: { name, p50: measured.paces.one.product.p50, bytes }, measured }
  }
  const { p50 } = await bench.alone(call, seconds)
  console.log(`${name}: ${p50.toFixed(1)} ms`)
  return { atSize: { name, p50, bytes } }
}

async function besideFloor(bench: Bench, call: ReadyCall): Promise<Measured> {
  const measured = await bench.beside(call, seconds)
  const [one, many] = (['one', 'many'] as const).map(pace => ratioOf(measured, pace))
  const { product, floor } = measured.processor
  console.log(
    `${call.name}: ${one?.toFixed(2)} of the floor with one client, ${many?.toFixed(2)} with ${measured.clients}, ` +
      `${product} microseconds of processor time for a request, ${floor} of the floor`,
  )
  if ((many ?? 0) >= goal) return measured
  return { ...measured, profile: await bench.profile(call, measured.clients, seconds) }
}

/** On the screen, and of everything also in the documentation. */
async function tell(everything: Everything) {
  const texts = {
    'measured-on': `${numbered(everything.members)} members, ${numbered(everything.marks)} attendances. ${everything.on}.`,
    load: loadTable(everything.calls),
    profile: profileList(everything.calls),
    charging: chargingTable(everything.charging),
    growth: `${chart}\n\n${growthTable(everything.growth)}`,
  }
  console.log(`\n${Object.values(texts).join('\n\n')}`)
  const folder = path.join(import.meta.dirname, '..')
  await mkdir(path.join(folder, '.tmp'), { recursive: true })
  await writeFile(path.join(folder, '.tmp/bench.json'), JSON.stringify(everything, null, 2))
  if (!given.all || wanted.length > 0) return
  await writeFile(path.join(folder, 'docs/images/growth.svg'), growthChart(everything.growth))
  const page = path.join(folder, 'docs/performance.md')
  let document = await readFile(page, 'utf8')
  for (const [name, text] of Object.entries(texts)) document = between(document, name, text)
  await writeFile(page, document)
}

/** The rows that measuring has made besides those that it asked about go, and the reports are told of what is left. */
async function tidy({ db }: BenchDatabase) {
  await db.connection().execute(async one => {
    // Nothing hangs on them; and what was done, which is kept for good otherwise, was done for nobody.
    await sql`set session_replication_role = replica`.execute(one)
    for (const table of ['attendance_mark', 'account_session', 'account_device', 'oidc_payload', 'attempt', 'audit'])
      await sql`delete from ${sql.table(table)}`.execute(one)
    await sql`reset session_replication_role`.execute(one)
  })
  await countAhead(db, benchNow)
}

function isChosen(name: string): boolean {
  return wanted.length === 0 || wanted.some(part => name.includes(part))
}

function named(growth: ReadonlyMap<string, readonly AtSize[]>): Everything['growth'] {
  return [...growth].map(([name, sizes]) => ({ name, sizes }))
}

function numbered(count: number): string {
  return count.toLocaleString('en-GB')
}
