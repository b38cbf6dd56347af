import { todayIn } from '@honbu/contract/calendar.ts'
import { sendableFrom } from '@honbu/contract/quiet-hours.ts'
import { type SqlBool, sql, type Transaction } from 'kysely'
import type { User } from '../platform/access.ts'
import { writerOf } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { mobileNumber } from '../platform/mobile-number.ts'
import { staffTimeZone, userOf } from '../platform/rights.ts'
import type { Sms } from '../platform/sms.ts'
import type { Tables } from '../platform/tables.ts'
import { isMine } from './mine.ts'
import { tellJob } from './news.ts'
import { type Notices, noticesOf } from './notices.ts'
import { sendTaskText, textJob } from './task-text.ts'
import {
  digestOf,
  givenLetter,
  givenText,
  isEmpty,
  linksAt,
  morningLetter,
  morningText,
  type noTextLetter,
} from './task-words.ts'
import { toldTasks } from './told-tasks.ts'

export interface TellParts {
  readonly db: Db
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly mail: Pick<Mail, 'post'>
  readonly now: () => Date
  /** The public address of the product, without a slash at its end. */
  readonly address: string
}

/** Tells people of their tasks: at once, as jobs of the writes that give them, and each morning of their clubs. */
export async function tellOfTasks(jobs: Jobs, parts: Omit<TellParts, 'jobs'> & { readonly sms: Sms }): Promise<void> {
  await jobs.work<{ accountId: number }>(tellJob, ({ accountId }) => tellNow({ ...parts, jobs }, accountId))
  await jobs.work<{ textId: number }>(textJob, ({ textId }) => sendTaskText({ ...parts, jobs }, textId))
  await jobs.schedule('tell-of-tasks-by-clock', '*/5 * * * *', () => tellByClock({ ...parts, jobs }))
}

/** Hours of the club's morning within which the day's messages leave. Texts keep the quiet hours as well. */
const morning = { from: 7, until: 12 }

/** The zone of the topmost club that each of some accounts works in, by name where there are several. */
const homes = (today: string) => sql`(
  select distinct on (account_id) account_id, club.time_zone from (
    select account_id, club_id from club_user
    where user_since <= ${today} and (user_until is null or user_until >= ${today})
    union
    select account.id, club.id from club join account on account.person_id in (club.owner_id, club.admin_id, club.instructor_id)
  ) works join club on club.id = works.club_id
  order by account_id, club.parent_club_id nulls first, club.name, club.id
)`

/**
 * Sends the morning's messages that are due, once a day to each person however often it's asked, and what was given to
 * people who want to hear at once by what has no job of its own, such as an automation.
 */
export async function tellByClock(parts: TellParts): Promise<void> {
  const { db, now } = parts
  const at = now()
  const { rows } = await sql<{ accountId: number; today: string; isMorning: boolean }>`
    select home.account_id as "accountId", local::date as today,
      extract(hour from local) >= ${morning.from} and extract(hour from local) < ${morning.until}
        and (notice.told_on is null or notice.told_on < local::date) as "isMorning"
    from ${homes(todayIn(staffTimeZone, at))} home
    cross join lateral (select ${at}::timestamptz at time zone home.time_zone as local) clock
    left join task_notice notice on notice.account_id = home.account_id
    where extract(hour from local) >= ${morning.from} and extract(hour from local) < ${morning.until}
        and (notice.told_on is null or notice.told_on < local::date)
      or notice.timing = 'immediately' and exists (select from task_news where task_news.account_id = home.account_id)
    order by home.account_id`.execute(db)
  let failed: unknown
  for (const { accountId, today, isMorning } of rows) {
    try {
      if (isMorning) await db.transaction().execute(tx => tellMorning(parts, tx, { accountId, today }))
      else await tellNow(parts, accountId)
    } catch (error) {
      failed = error
    }
  }
  // Told once all have had their turn: the job is tried again, for those that are left.
  if (failed) throw failed
}

async function tellMorning(
  parts: TellParts,
  tx: Transaction<Tables>,
  { accountId, today }: { accountId: number; today: string },
): Promise<void> {
  const begun = await sql`
    insert into task_notice (account_id, told_on) values (${accountId}, ${today})
    on conflict (account_id) do update set told_on = excluded.told_on
    where task_notice.told_on is null or task_notice.told_on < excluded.told_on
    returning account_id`.execute(tx)
  // Another process was quicker.
  if (begun.rows.length === 0) return
  const reader = await readerOf(parts, tx, accountId)
  const given = await takeNews(tx, accountId)
  if (!reader || reader.notices.timing === 'never') return
  const { user, notices } = reader
  const now = parts.now()
  const clubIds = [...user.clubs.keys()]
  const whose = notices.hasUnassigned
    ? isMine(user, now)
    : sql<SqlBool>`task.account_id = ${accountId} and task.club_id = any(${clubIds}::bigint[])`
  const digest = digestOf(await toldTasks(tx, { user, which: whose }, now), new Set(given.map(({ taskId }) => taskId)))
  if (isEmpty(digest)) return
  const links = linksAt(parts.address)
  await send(parts, tx, reader, {
    letter: letter => morningLetter(digest, letter),
    text: () => morningText(digest, links),
  })
}

/** Tells who wants to hear at once of all that was given to them since; the others hear in the morning. */
export async function tellNow(parts: TellParts, accountId: number): Promise<void> {
  const { db, jobs, now } = parts
  await db.transaction().execute(async tx => {
    const reader = await readerOf(parts, tx, accountId)
    if (!reader) return void (await takeNews(tx, accountId))
    const { user, notices, timeZone } = reader
    if (notices.timing !== 'immediately') return
    const leaves = notices.channel === 'sms' ? sendableFrom(timeZone, now()) : now()
    // Of what comes in the night there's one text in the morning.
    if (leaves > now()) return await jobs.enqueue(tx, tellJob, { accountId }, leaves)
    const given = await takeNews(tx, accountId)
    const ids = given.map(({ taskId }) => taskId)
    const theirs = sql<SqlBool>`task.id = any(${ids}::bigint[]) and task.account_id = ${accountId}
      and task.club_id = any(${[...user.clubs.keys()]}::bigint[])`
    const tasks = await toldTasks(tx, { user, which: theirs }, now())
    if (tasks.length === 0) return
    const listed = new Set(tasks.map(({ taskId }) => taskId))
    const by = [...new Set(given.flatMap(({ taskId, name }) => (listed.has(taskId) && name ? [name] : [])))]
    const links = linksAt(parts.address)
    await send(parts, tx, reader, {
      letter: letter => givenLetter(tasks, by, letter),
      text: () => givenText(tasks, links),
    })
  })
}

interface Reader {
  readonly user: User
  readonly notices: Notices
  readonly firstName: string
  readonly timeZone: string
  /** In E.164. */
  readonly number: string | null
}

/** Null: they work in no club any more. */
async function readerOf({ now }: TellParts, tx: Transaction<Tables>, accountId: number): Promise<Reader | null> {
  const found = await userOf(tx, accountId, now())
  // Tasks of a club that is stopped can’t be done.
  const user = found && writerOf(found)
  if (!user || user.clubs.size === 0) return null
  const { rows } = await sql<{ firstName: string; phone: string | null; timeZone: string | null }>`
    select person.first_name as "firstName", person.phone_mob as phone, (
      select time_zone from ${homes(todayIn(staffTimeZone, now()))} home where home.account_id = account.id) as "timeZone"
    from account join person on person.id = account.person_id where account.id = ${accountId}`.execute(tx)
  const [row] = rows
  return {
    user,
    notices: await noticesOf(tx, accountId),
    firstName: row?.firstName ?? '',
    timeZone: row?.timeZone ?? staffTimeZone,
    number: mobileNumber(row?.phone ?? null),
  }
}

/** Takes what an account is to hear of, so that nothing else tells it too. */
async function takeNews(tx: Transaction<Tables>, accountId: number) {
  const { rows } = await sql<{ taskId: number; name: string | null }>`
    with taken as (delete from task_news where account_id = ${accountId} returning task_id, given_by)
    select taken.task_id as "taskId", trim(person.first_name || ' ' || person.last_name) as name
    from taken left join account on account.id = taken.given_by left join person on person.id = account.person_id
    order by taken.task_id`.execute(tx)
  return rows
}

interface Said {
  readonly letter: (letter: Parameters<typeof noTextLetter>[1]) => ReturnType<typeof noTextLetter>
  readonly text: () => string
}

/** By the channel they have chosen: by email too where there is no number to text. */
async function send(parts: TellParts, tx: Transaction<Tables>, reader: Reader, said: Said): Promise<void> {
  const { jobs, mail, now, address } = parts
  const { user, notices, firstName, timeZone, number } = reader
  if (notices.channel === 'sms' && number !== null) {
    const { id } = await tx
      .insertInto('task_text')
      .values({ account_id: user.accountId, text: said.text(), time_zone: timeZone, created_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    const leaves = sendableFrom(timeZone, now())
    return await jobs.enqueue(tx, textJob, { textId: id }, leaves > now() ? leaves : undefined)
  }
  const contents = said.letter({ firstName, links: linksAt(address) })
  await mail.post(tx, { letter: 'tasks', to: user.email, toName: user.name, ...contents })
}
