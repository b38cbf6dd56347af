/**
 * The reports of a head office of 50 clubs, and of one of these beside the others, over two years with ten million
 * attendances; and what keeping their counts costs the register: `npm run bench:reports`. With DATABASE_URL, in that database,
 * which is filled where it is empty, and stays.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { transactionCategory } from '@honbu/contract/ids.ts'
import type { ReportListName } from '@honbu/contract/kpis/kpi.ts'
import { reportTabs } from '@honbu/contract/report-tabs.ts'
import { postCharges, postPayment } from '@honbu/server/ledger/index.ts'
import { connectTo, type Database } from '@honbu/server/platform/database.ts'
import { openEmbedded } from '@honbu/server/platform/embedded-postgres.ts'
import { migrate } from '@honbu/server/platform/migrate.ts'
import type { Read, Write } from '@honbu/server/platform/route.ts'
import { countAhead } from '@honbu/server/reporting/ahead.ts'
import { getReport } from '@honbu/server/reporting/report.ts'
import { getReportList } from '@honbu/server/reporting/report-list.ts'
import { sql } from 'kysely'
import { fillReports, reportClubs, reportDay } from './report-rows.ts'

const now = new Date(`${reportDay}T12:00:00Z`)
const all = Array.from({ length: reportClubs + 1 }, (_, index) => index + 1)
const periods = { month: {}, 'two years': { from: '2024-06-01', until: '2026-05-31' } } as const
/** As long, but from day to day. */
const oddDays = { from: '2024-03-10', until: '2026-03-09' }
const lists: readonly ReportListName[] = ['active', 'lapses', 'atRisk', 'attended', 'sessions', 'due', 'debt']

const database = await openBench()
const { db } = database
try {
  await migrate(db)
  const began = performance.now()
  if (!(await isFilled())) await fillReports(db)
  const { rows } = await sql<{ marks: number }>`select sum(marked)::bigint as marks from class_day`.execute(db)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`)
  console.log(`${rows[0]?.marks.toLocaleString('en-GB')} marks, filled in ${seconds} s`)
  const aheadBegan = performance.now()
  await countAhead(db, now)
  console.log(`counted ahead in ${Math.round((performance.now() - aheadBegan) / 1000)} s`)
  for (const [who, clubIds] of [
    ['head office', all],
    ['one club', [2]],
  ] as const) {
    for (const [named, period] of Object.entries(periods)) {
      for (const tab of reportTabs)
        await tell(`${who}, ${named}, ${tab}`, () => getReport(readerOf(clubIds), { tab, ...period }))
      for (const list of lists)
        await tell(`${who}, ${named}, list of ${list}`, () => getReportList(readerOf(clubIds), { list, ...period }), 1)
    }
  }
  for (const tab of reportTabs) {
    await touchAll()
    const ms = await once(() => getReport(readerOf(all), { tab, ...periods['two years'] }))
    console.log(`head office, two years, ${tab}, after writes in every club: ${ms} ms`)
    // As the job does each minute: marks of more than that are never there.
    await countAhead(db, now)
  }
  for (const tab of reportTabs) {
    // Nothing but whole months and their last evenings, as the job keeps them.
    await sql`
      delete from report_count where from_on <> date_trunc('month', from_on) and from_on <> until_on
        or until_on + 1 <> date_trunc('month', until_on + 1)`.execute(db)
    const ms = await once(() => getReport(readerOf(all), { tab, ...oddDays }))
    console.log(`head office, two years from within a month, ${tab}, never asked before: ${ms} ms`)
  }
  const register = await marking()
  await switched('disable', ['attendance'], ['mark_visits_made', 'mark_visits_changed'])
  const unmarked = await marking()
  await switched('disable', ['attendance'], ['count_marks_made', 'count_marks_changed'])
  const bare = await marking()
  await switched(
    'enable',
    ['attendance'],
    ['mark_visits_made', 'mark_visits_changed', 'count_marks_made', 'count_marks_changed'],
  )
  console.log(
    `marks of a class of 30: ${register} ms; without marks for reports ${unmarked} ms, without counts too ${bare} ms`,
  )
  const paid = await paying()
  await switched('disable', ['charge', 'allocation', 'payment'], ['mark_money'])
  await switched('disable', ['charge', 'allocation'], ['keep_debt_span'])
  const plain = await paying()
  await switched('enable', ['charge', 'allocation', 'payment'], ['mark_money'])
  await switched('enable', ['charge', 'allocation'], ['keep_debt_span'])
  console.log(`a charge and its payment: ${paid} ms, without what reports keep ${plain} ms`)
} finally {
  await database.close()
}

/** The database of DATABASE_URL, which is filled once and kept; or one that is gone afterwards. */
async function openBench(): Promise<Pick<Database, 'db' | 'close'>> {
  const { DATABASE_URL: url } = process.env
  if (url) return connectTo({ connectionString: url })
  const folder = await mkdtemp(join(tmpdir(), 'honbu-bench-'))
  const embedded = await openEmbedded(folder)
  const { db, close } = connectTo(embedded.connection)
  return {
    db,
    close: async () => {
      await close()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isFilled(): Promise<boolean> {
  const { rows } = await sql`select from club limit 1`.execute(db)
  return rows.length > 0
}

async function tell(what: string, work: () => Promise<unknown>, runs?: number) {
  const first = await once(work)
  console.log(`${what}: ${first} ms at first, then ${await median(work, runs)} ms`)
}

/** As if something had been written in every club: today's registers, those who came lately, memberships and money. */
async function touchAll() {
  await sql`
    insert into report_mark (club_id, what, from_on, until_on)
    select id, 'visits', ${reportDay}::date, ${reportDay}::date from club
    union all
    select id, 'leads', day::date, day::date
    from club, generate_series(${reportDay}::date - 20, ${reportDay}::date, interval '1 day') day
    union all
    select id, what, ${reportDay}::date, 'infinity' from club, unnest(array['members', 'charges', 'debt', 'money']) what`.execute(
    db,
  )
}

async function switched(to: 'enable' | 'disable', tables: readonly string[], triggers: readonly string[]) {
  for (const table of tables)
    for (const trigger of triggers)
      await sql`alter table ${sql.table(table)} ${sql.raw(to)} trigger ${sql.ref(trigger)}`.execute(db)
}

/** What a register's save writes into the table of marks; taken back afterwards. */
async function marking(): Promise<number> {
  let day = 0
  return await median(
    () =>
      undone(async tx => {
        day++
        await sql`
          insert into attendance (class_id, class_date, club_id, root_club_id, member_id, attended)
          select class_id, ${reportDay}::date + ${day}::int, club_id, root_club_id, member_id, true
          from class_member where class_id = 210 and removed_on is null order by member_id limit 30
          on conflict (class_id, class_date, member_id) do update set attended = excluded.attended`.execute(tx)
      }),
    201,
  )
}

/** A charge of somebody, and the payment for it. */
async function paying(): Promise<number> {
  const { rows } = await sql<{ memberId: number }>`
    select member_id as "memberId" from club_member where club_id = 2 and member_status_id = 21 order by id limit 300`.execute(
    db,
  )
  let next = 0
  return await median(
    () =>
      undone(async tx => {
        const of = { clubId: 2, memberId: rows[next++ % rows.length]?.memberId ?? 0, pence: 3000 }
        const chargeIds = await postCharges(tx, [
          {
            ...of,
            description: 'A lesson',
            categoryId: transactionCategory.other,
            transactionDate: reportDay,
            dueOn: reportDay,
          },
        ])
        await postPayment(tx, { ...of, paymentDate: reportDay, paymentMethodId: null, chargeIds })
      }),
    201,
  )
}

/** Does it, and takes it back: so that the database stays as it was filled. */
async function undone(work: (tx: Write['tx']) => Promise<void>) {
  const back = new Error('Taken back')
  const done = db.transaction().execute(async tx => {
    await work(tx)
    throw back
  })
  await done.catch(error => {
    if (error !== back) throw error
  })
}

function readerOf(clubIds: readonly number[]): Read {
  const user = { accountId: 1, name: 'Bench', clubs: new Map(clubIds.map(id => [id, { isAdmin: true }])) }
  // What these calls read of a user.
  return { db, now, user } as unknown as Read
}

async function once(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.round((performance.now() - began) * 10) / 10
}

async function median(work: () => Promise<unknown>, runs = 5): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await once(work))
  return times.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0
}
