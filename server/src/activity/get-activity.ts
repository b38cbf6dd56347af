import type * as call from '@honbu/contract/activity.ts'
import { subjectsOf } from '@honbu/contract/audit-subjects.ts'
import { addDays, instantAt } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type RawBuilder, sql } from 'kysely'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { changesOf, namesFor, titleOf } from './changes.ts'

const pageSize = 50
const zone = 'Europe/London'

interface Row {
  id: number
  at: Date
  action: string
  subject: string
  subject_id: number | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  account_id: number | null
  by: string
  club_id: number | null
  club_name: string
  member_id: number | null
  member_name: string
}

export async function getActivity({ db, user }: Read, input: Input<typeof call.getActivity>) {
  const lately = hasManySources(user, input) ? await readRows(db, latelyDone(user, input)) : []
  const rows = lately.length > pageSize ? lately : await readRows(db, newestOf(user, input))
  const page = rows.slice(0, pageSize)
  const names = await namesFor(db, page)
  return {
    entries: page.map(row => ({
      activityId: row.id,
      at: row.at.toISOString(),
      action: row.action,
      subject: row.subject,
      subjectId: row.subject_id,
      title: titleOf(row, names),
      wasThere: row.before === null && row.after === null ? null : row.before !== null,
      isThere: row.before === null && row.after === null ? null : row.after !== null,
      accountId: row.account_id,
      by: row.by,
      clubId: row.club_id,
      clubName: row.club_name,
      memberId: row.member_id,
      memberName: row.member_name,
      changes: changesOf(row, names),
    })),
    before: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  }
}

type Asked = Input<typeof call.getActivity>

/** The newest of some entries, one more than a page, with the names of those they are about. */
async function readRows(db: Db, entries: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select page.id, page.at, page.action, page.subject, page.subject_id, page.before, page.after, page.account_id,
      page.club_id, page.member_id, coalesce(club.name, '') as club_name,
      trim(coalesce(author.first_name || ' ' || author.last_name, '')) as by,
      trim(coalesce(about.first_name || ' ' || about.last_name, '')) as member_name
    from (select * from (${entries}) entry order by at desc, id desc limit ${pageSize + 1}) page
    left join club on club.id = page.club_id
    left join account on account.id = page.account_id
    left join person author on author.id = account.person_id
    left join member on member.id = page.member_id
    left join person about on about.id = member.person_id
    order by page.at desc, page.id desc`.execute(db)
  return rows
}

const clubsOf = (user: User, { clubId }: Asked) => (clubId === undefined ? [...user.clubs.keys()] : [clubId])

/** Of a whole franchise there are thousands of kinds of entries in clubs. */
const hasManySources = (user: User, asked: Asked) =>
  asked.memberId === undefined &&
  asked.accountId === undefined &&
  clubsOf(user, asked).length * subjectsOf(asked.tab).length > 100

/** Those among the last entries of all: in what is busy enough to have many sources, a page of them. */
function latelyDone(user: User, asked: Asked) {
  const isTheirs = sql`(
    recent.club_id = any(${clubsOf(user, asked)})
    ${asked.clubId === undefined ? sql`or recent.club_id is null and recent.account_id in (${accountsSeenBy(user)})` : sql``}
  )`
  const wanted = sql.join([sql`true`, ...wantedOf(asked)], sql` and `)
  return sql`
    select * from (select * from audit where ${wanted} order by at desc, id desc limit ${lookedThrough}) recent
    where ${isTheirs} and recent.subject = any(${subjectsOf(asked.tab)})`
}

const lookedThrough = 5000

function wantedOf({ memberId, accountId, from, to, before }: Asked): RawBuilder<unknown>[] {
  const wanted: RawBuilder<unknown>[] = []
  if (before !== undefined)
    wanted.push(sql`(audit.at, audit.id) < ((select last.at from audit last where last.id = ${before}), ${before})`)
  if (memberId !== undefined) wanted.push(sql`audit.member_id = ${memberId}`)
  if (accountId !== undefined) wanted.push(sql`audit.account_id = ${accountId}`)
  if (from !== undefined) wanted.push(sql`audit.at >= ${instantAt(zone, from, '00:00')}`)
  if (to !== undefined) wanted.push(sql`audit.at < ${instantAt(zone, addDays(to, 1), '00:00')}`)
  return wanted
}

/**
 * The newest entries of each index that has them in this order: of a member, of an account, or else of each club and
 * subject, so that a page costs no more in a club with a million marks in its registers than in a new one.
 */
function newestOf(user: User, asked: Asked) {
  const { tab, clubId, memberId, accountId } = asked
  const subjects = subjectsOf(tab)
  const clubIds = clubsOf(user, asked)
  const isOf = (list: RawBuilder<unknown>[]) => sql.join([...list, ...wantedOf(asked)], sql` and `)
  const newest = sql`order by audit.at desc, audit.id desc limit ${pageSize + 1}`
  const newestOfAll = sql`order by newest.at desc, newest.id desc limit ${pageSize + 1}`
  const sources: RawBuilder<unknown>[] = []
  if (memberId !== undefined || accountId !== undefined)
    sources.push(sql`(
      select audit.* from audit
      where ${isOf([sql`audit.club_id = any(${clubIds})`, sql`audit.subject = any(${subjects})`])} ${newest})`)
  else
    sources.push(sql`(
      select newest.* from unnest(${clubIds}::bigint[]) its (club_id), unnest(${subjects}::text[]) kind (subject),
        lateral (
          select * from audit
          where ${isOf([sql`audit.club_id = its.club_id`, sql`audit.subject = kind.subject`])} ${newest}
        ) newest
      ${newestOfAll})`)
  if (clubId === undefined && memberId === undefined)
    sources.push(sql`(
      select newest.* from (${accountsSeenBy(user)}) its, lateral (
        select * from audit
        where ${isOf([
          sql`audit.account_id = its.account_id`,
          sql`audit.club_id is null`,
          sql`audit.subject = any(${subjects})`,
        ])} ${newest}
      ) newest
      ${newestOfAll})`)
  return sql.join(sources, sql` union all `)
}

/** One's own account, and those of the people who work in the clubs one is an admin of. */
const accountsSeenBy = ({ accountId, clubs }: User) => {
  const administered = [...clubs].flatMap(([id, { isAdmin }]) => (isAdmin ? [id] : []))
  return sql`
    select account_id from club_user where club_id = any(${administered}::bigint[])
    union select ${accountId}::bigint`
}

export async function getActivityAuthors({ db, user }: Read) {
  const { rows } = await sql<{ accountId: number; name: string }>`
    select distinct account.id as "accountId", trim(person.first_name || ' ' || person.last_name) as name
    from club_user join account on account.id = club_user.account_id join person on person.id = account.person_id
    where club_user.club_id = any(${[...user.clubs.keys()]})
    order by name, "accountId"`.execute(db)
  return { authors: rows }
}
