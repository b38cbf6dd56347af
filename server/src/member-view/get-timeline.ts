import type { Input } from '@honbu/contract/endpoint.ts'
import type { getTimeline as call, timelineKinds } from '@honbu/contract/member-view.ts'
import { type RawBuilder, sql } from 'kysely'
import { pounds } from '../platform/money.ts'
import { isForTheMat, isReadableNote, type NoteReader, noteReader } from '../platform/readable-notes.ts'
import type { Read } from '../platform/route.ts'
import { type Places, statement } from '../platform/statement.ts'

const pageSize = 30

interface Row {
  id: number
  kind: (typeof timelineKinds)[number]
  /** Of what happened on one day, which stands above the other. */
  rank: number
  on: string
  clubId: number
  clubName: string
  title: string
  text: string
  fromStatusId: number | null
  toStatusId: number | null
  pence: number | null
  isGood: boolean | null
  by: string
}

/**
 * What has happened, put together from where it is kept. Each source gives a page's worth by an index on the member, so
 * that ten thousand of one kind cost no more than thirty.
 */
export async function getTimeline({ db, user }: Read, { id, before }: Input<typeof call>) {
  const [on = 'infinity', rank = '0', rowId = '0'] = before?.split('~') ?? []
  const rows = await timelineOf(db, { memberId: id, ...noteReader(user), on, rank: Number(rank), rowId: Number(rowId) })
  const entries = rows.slice(0, pageSize)
  const last = entries.at(-1)
  return {
    entries: entries.map(({ rank: _, pence, ...row }) => ({ ...row, amount: pence === null ? null : pounds(pence) })),
    before: rows.length > pageSize && last ? `${last.on}~${last.rank}~${last.id}` : null,
  }
}

interface Asked extends NoteReader {
  readonly memberId: number
  /** The place of the last entry shown: only what is older follows. */
  readonly on: string
  readonly rank: number
  readonly rowId: number
}

const timelineOf = statement((_db, asked: Places<Asked>) => {
  const { memberId, on, rank, rowId } = asked
  const clubs = sql`any(${asked.clubIds})`
  const older = (day: RawBuilder<unknown>, its: number, key: RawBuilder<unknown>) =>
    sql`(${day}, ${its}::int, ${key}) < (${on}::date, ${rank}::int, ${rowId}::bigint)`
  const sources = sourcesOf(memberId, clubs, isReadableNote(asked, 'entry')).map(
    ({ kind, rank: its, day, key, columns, from, where = sql`true`, inClubs = sql`entry.club_id = ${clubs}` }) => {
      const { title = empty, text = empty, from_status = none, to_status = none } = columns
      const { pence = none, is_good = sql`null::boolean`, account = sql`null::bigint` } = columns
      return sql`(
      select ${key} as id, ${kind}::text as kind, ${its}::int as rank, ${day} as day, entry.club_id, ${title} as title,
        ${text} as text, ${from_status} as from_status, ${to_status} as to_status, ${pence} as pence,
        ${is_good} as is_good, ${account} as account_id
      from ${from}
      where ${inClubs} and ${where} and ${older(day, its, key)}
      order by ${day} desc, ${key} desc limit ${pageSize + 1})`
    },
  )
  return sql<Row>`
    select page.id, kind, rank, day::date as on, page.club_id as "clubId", club.name as "clubName", title, text,
      from_status as "fromStatusId", to_status as "toStatusId", pence, is_good as "isGood",
      trim(coalesce(author.first_name || ' ' || author.last_name, '')) as by
    from (${sql.join(sources, sql` union all `)}) page
    join club on club.id = page.club_id
    left join account on account.id = page.account_id
    left join person author on author.id = account.person_id
    order by day desc, rank desc, page.id desc
    limit ${pageSize + 1}`
})

const empty = sql`''::text`
const none = sql`null::int`

interface Source {
  readonly kind: Row['kind']
  readonly rank: number
  /** The day it happened on, and the id of its row. */
  readonly day: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
  readonly columns: Readonly<Partial<Record<Column, RawBuilder<unknown>>>>
  /** With the table that is called `entry`. */
  readonly from: RawBuilder<unknown>
  readonly where?: RawBuilder<unknown>
  /** Left out: rows of the caller's clubs. */
  readonly inClubs?: RawBuilder<unknown>
}

type Column = 'title' | 'text' | 'from_status' | 'to_status' | 'pence' | 'is_good' | 'account'

/** `clubs`: those of the caller; the wrapper asks for them too, the first class needs them inside. */
function sourcesOf(
  memberId: RawBuilder<number>,
  clubs: RawBuilder<unknown>,
  isReadable: RawBuilder<boolean>,
): readonly Source[] {
  const his = sql`entry.member_id = ${memberId}`
  return [
    {
      kind: 'joined',
      rank: 1,
      day: sql`entry.date_added::date`,
      key: sql`entry.id`,
      columns: {},
      from: sql`club_member entry`,
      where: his,
    },
    {
      kind: 'status',
      rank: 2,
      day: sql`entry.changed_on`,
      key: sql`entry.id`,
      columns: {
        text: sql`coalesce(nullif(entry.reason, ''), reason.name, '')`,
        from_status: sql`entry.from_status_id`,
        to_status: sql`entry.to_status_id`,
        account: sql`entry.account_id`,
      },
      from: sql`member_status_change entry left join not_interested_reason reason on reason.id = entry.not_interested_reason_id`,
      where: sql`entry.club_member_id in (select id from club_member where member_id = ${memberId})
        and entry.from_status_id is not null`,
    },
    {
      kind: 'firstClass',
      rank: 3,
      day: sql`entry.class_date`,
      key: sql`entry.id`,
      columns: { title: sql`entry.class_name` },
      from: sql`(
        select attendance.id, attendance.club_id, class_date, class_name from attendance
        join class on class.id = attendance.class_id
        where member_id = ${memberId} and attended and attendance.club_id = ${clubs}
        order by class_date, attendance.id limit 1) entry`,
    },
    {
      kind: 'grading',
      rank: 4,
      day: sql`entry.graded_on`,
      key: sql`entry.id`,
      columns: {
        title: sql`discipline.name || ': ' || grade.name`,
        text: sql`concat_ws(' ', nullif(entry.reason, ''), nullif(entry.note, ''))`,
        is_good: sql`entry.passed`,
        account: sql`entry.account_id`,
      },
      from: sql`grading_result entry join grade on grade.id = entry.grade_id
        join discipline on discipline.id = entry.discipline_id`,
      where: his,
    },
    {
      kind: 'note',
      rank: 5,
      day: sql`entry.created_at::date`,
      key: sql`entry.id`,
      columns: { title: sql`entry.subject`, text: sql`left(entry.note, 500)`, account: sql`entry.account_id` },
      from: sql`member_note entry`,
      where: sql`${his} and ${isForTheMat('entry')}`,
      inClubs: isReadable,
    },
    {
      kind: 'booking',
      rank: 6,
      day: sql`entry.booking_date`,
      key: sql`entry.id`,
      columns: { title: sql`class.class_name`, is_good: sql`entry.cancelled_at is null` },
      from: sql`booking entry join class on class.id = entry.class_id`,
      where: his,
    },
    {
      kind: 'enrolled',
      rank: 7,
      day: sql`entry.date_added`,
      key: sql`entry.id`,
      columns: { title: sql`class.class_name` },
      from: sql`class_member entry join class on class.id = entry.class_id`,
      where: sql`${his} and (entry.removed_on is null or entry.removed_on > entry.date_added)`,
    },
    {
      kind: 'left',
      rank: 8,
      day: sql`entry.removed_on`,
      key: sql`entry.id`,
      columns: { title: sql`class.class_name` },
      from: sql`class_member entry join class on class.id = entry.class_id`,
      where: sql`${his} and entry.removed_on > entry.date_added`,
    },
    {
      kind: 'charge',
      rank: 9,
      day: sql`entry.transaction_date`,
      key: sql`entry.id`,
      columns: {
        title: sql`entry.description`,
        pence: sql`entry.amount_pence`,
        is_good: sql`entry.reverses_id is null and entry.part_of_id is null`,
      },
      from: sql`charge entry`,
      where: his,
    },
    {
      kind: 'payment',
      rank: 10,
      day: sql`entry.payment_date`,
      key: sql`entry.id`,
      columns: { title: sql`coalesce(lookup.name, '')`, pence: sql`entry.amount_pence` },
      from: sql`payment entry left join lookup on lookup.id = entry.payment_method_id`,
      where: his,
    },
  ]
}
