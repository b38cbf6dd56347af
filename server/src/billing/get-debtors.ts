import { todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/debt.ts'
import { debtAges, debtColumns } from '@honbu/contract/debt.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { noteCategory } from '@honbu/contract/note-category.ts'
import { sql } from 'kysely'
import { byteOrderMark, csvLine } from '../exports/index.ts'
import { hasDispute } from '../ledger/index.ts'
import type { Db } from '../platform/database.ts'
import { gridQuery } from '../platform/grid.ts'
import { pounds } from '../platform/money.ts'
import { isReadableNote, noteReader } from '../platform/readable-notes.ts'
import type { Read } from '../platform/route.ts'
import { overdueDebt } from './overdue-debt.ts'

/** Of each member with open charges how much is how old, in pence: `agedDebt` of the ledger, for many at once. */
const debtorsOf = (clubId: number, today: string) => sql<{
  memberId: number
  oldestDue: string
  owed: number
  notDue: number
  upTo7: number
  upTo30: number
  upTo60: number
  upTo90: number
  over90: number
}>`(
  select member_id as "memberId", min(due_on) as "oldestDue", sum(pence)::bigint as owed,
    coalesce(sum(pence) filter (where age < 0), 0)::bigint as "notDue",
    coalesce(sum(pence) filter (where age between 0 and 7), 0)::bigint as "upTo7",
    coalesce(sum(pence) filter (where age between 8 and 30), 0)::bigint as "upTo30",
    coalesce(sum(pence) filter (where age between 31 and 60), 0)::bigint as "upTo60",
    coalesce(sum(pence) filter (where age between 61 and 90), 0)::bigint as "upTo90",
    coalesce(sum(pence) filter (where age > 90), 0)::bigint as "over90"
  from (select member_id, due_on, pence, ${today}::date - due_on as age from open_charge where club_id = ${clubId}) open
  group by member_id
)`

const isDisputed = (clubId: number) => hasDispute(sql.ref('debt.memberId'), sql`${clubId}`)

/** The day of the club on which a member was last sent a pay link. */
const chasedOn = (clubId: number) => sql<string | null>`(
  select (max(link.created_at) at time zone max(club.time_zone))::date from pay_link link join club on club.id = link.club_id
  where link.member_id = debt."memberId" and link.club_id = ${clubId} and purpose = 'pay' and sent_by <> 'qr')`

export async function getDebtors({ db, user, now }: Read, { clubId, ...grid }: Input<typeof call.getDebtors>) {
  const today = await todayAt(db, clubId, now)
  const memberName = sql<string>`trim(person.first_name || ' ' || person.last_name)`
  const inPounds = (name: string) => sql<number>`(${sql.ref(`debt.${name}`)} / 100.0)::float8`
  const money = {
    ...{ owed: inPounds('owed'), notDue: inPounds('notDue'), upTo7: inPounds('upTo7'), upTo30: inPounds('upTo30') },
    ...{ upTo60: inPounds('upTo60'), upTo90: inPounds('upTo90'), over90: inPounds('over90') },
  }
  const chased = chasedOn(clubId)
  const note = sql<string | null>`(
    select coalesce(nullif(subject, ''), left(note, 200)) from member_note
    where member_note.member_id = debt."memberId" and member_note.club_id = ${clubId}
      and category_id = ${noteCategory.payment} and ${isReadableNote(noteReader(user))}
    order by member_note.id desc limit 1)`
  const query = db
    .selectFrom(debtorsOf(clubId, today).as('debt'))
    .innerJoin('member', 'member.id', 'debt.memberId')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['debt.memberId', 'debt.oldestDue', 'member.code', memberName.as('memberName')])
    .select([money.owed.as('owed'), money.notDue.as('notDue'), money.upTo7.as('upTo7'), money.upTo30.as('upTo30')])
    .select(isDisputed(clubId).as('isDisputed'))
    .select([chased.as('chasedOn'), note.as('note')])
    .select([money.upTo60.as('upTo60'), money.upTo90.as('upTo90'), money.over90.as('over90')])
  return await gridQuery(
    query,
    {
      columns: debtColumns,
      expressions: {
        memberName,
        code: 'member.code',
        oldestDue: 'debt.oldestDue',
        isDisputed: isDisputed(clubId),
        chasedOn: chased,
        note,
        ...money,
      },
      id: 'member.id',
      sort: [{ field: 'oldestDue', dir: 'asc' }],
    },
    grid,
  )
}

interface Totals extends Record<keyof typeof debtAges, number> {
  members: number
  owed: number
  credit: number
  balance: number
}

export async function getDebtTotals({ db, now }: Read, { clubId }: Input<typeof call.getDebtTotals>) {
  const today = await todayAt(db, clubId, now)
  const sum = (name: string) => sql`coalesce(sum(${sql.ref(`debt.${name}`)}), 0)::bigint as ${sql.ref(name)}`
  const { rows } = await sql<Totals>`
    select count(*)::integer as members, ${sql.join(['owed', ...Object.keys(debtAges)].map(sum))},
      (select coalesce(sum(pence), 0)::bigint from open_credit where club_id = ${clubId}) as credit,
      (select coalesce(sum(amount_pence), 0)::bigint from payment where club_id = ${clubId})
        - (select coalesce(sum(amount_pence), 0)::bigint from charge where club_id = ${clubId}) as balance
    from ${debtorsOf(clubId, today)} debt`.execute(db)
  // One row always: these are sums.
  const { members, ...pence } = rows[0] as Totals
  const { overdue, debtors } = await overdueDebt(db, [clubId], now)
  return {
    members,
    ...{ overdue: pounds(overdue), debtors },
    ...{ owed: pounds(pence.owed), notDue: pounds(pence.notDue), upTo7: pounds(pence.upTo7) },
    ...{ upTo30: pounds(pence.upTo30), upTo60: pounds(pence.upTo60), upTo90: pounds(pence.upTo90) },
    ...{ over90: pounds(pence.over90), credit: pounds(pence.credit), balance: pounds(pence.balance) },
  }
}

const ages = ['notDue', 'upTo7', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const
const header = ['Member', 'Member number', 'Due since', 'Owed', ...ages.map(age => debtAges[age]), 'Disputed']

/** All of the list, for the books. Money as plain numbers, days as 2026-12-31. */
export async function getDebtFile({ db, now }: Read, { clubId }: Input<typeof call.getDebtFile>) {
  const today = await todayAt(db, clubId, now)
  type Row = Record<(typeof ages)[number] | 'owed', number> & {
    memberName: string
    code: string
    oldestDue: string
    isDisputed: boolean
  }
  const { rows } = await sql<Row>`
    select debt.*, member.code, trim(person.first_name || ' ' || person.last_name) as "memberName",
      ${isDisputed(clubId)} as "isDisputed"
    from ${debtorsOf(clubId, today)} debt
    join member on member.id = debt."memberId"
    join person on person.id = member.person_id
    order by debt."oldestDue", member.id`.execute(db)
  const lines = rows.map(row => [
    ...[row.memberName, row.code, row.oldestDue, amountOf(row.owed)],
    ...ages.map(age => amountOf(row[age])),
    row.isDisputed ? 'yes' : 'no',
  ])
  const csv = byteOrderMark + [header, ...lines].map(csvLine).join('')
  const base64 = Buffer.from(csv).toString('base64')
  return { fileName: `debt-${today}.csv`, contentType: 'text/csv;charset=utf-8', base64, lines: rows.length }
}

const amountOf = (pence: number) => (pence / 100).toFixed(2)

async function todayAt(db: Db, clubId: number, now: Date): Promise<string> {
  const { timeZone } = await db
    .selectFrom('club')
    .select('time_zone as timeZone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  return todayIn(timeZone, now)
}
