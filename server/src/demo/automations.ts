import { recipeOf } from '@honbu/contract/automation-recipes.ts'
import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** The head office, whose automations all clubs of the franchise use. */
const head = 1
const zone = 'Europe/London'

/** How many of a club's members stand in each, so that the demo fills quickly. */
const mostOfClub = 6

/** What the head office has switched on, with some who are in it and some who were. */
export async function addDemoAutomations(tx: Kysely<Tables>, now: Date): Promise<void> {
  const today = todayIn(zone, now)
  await addAutomation(tx, 'welcome', { isOn: true, today })
  await addAutomation(tx, 'renewal', { isOn: false, today })
  const missed = await addAutomation(tx, 'missed', { isOn: true, today })
  const birthday = await addAutomation(tx, 'birthday', { isOn: true, today })

  // Written to when they had not come for two weeks; a week later somebody rings.
  await addRuns(tx, missed, {
    who: sql`select member_id, club_id, 'absent:' || last_attended as cause, last_attended + 14 as day
      from directory_entry where member_status_id = 21 and last_attended between ${addDays(today, -20)} and ${addDays(today, -15)}`,
    end: { state: 'waiting', because: '', days: 7, step: 3 },
  })
  await addRuns(tx, missed, {
    who: sql`select member_id, club_id, 'absent:' || (last_attended - 20) as cause, last_attended - 6 as day
      from directory_entry where member_status_id = 21 and last_attended between ${addDays(today, -4)} and ${addDays(today, -1)}`,
    end: { state: 'stopped', because: 'Has come again', days: 6, step: 3 },
  })
  await addRuns(tx, birthday, {
    who: sql`select entry.member_id, entry.club_id, 'birthday:' || extract(year from day)::integer as cause, day::date as day
      from generate_series(${addDays(today, -10)}::timestamp, ${addDays(today, -1)}::timestamp, '1 day') day
      join directory_entry entry on entry.birthday = any(birthdays_on(day::date)) and entry.dob < day
        and entry.member_status_id = 21`,
    end: { state: 'done', because: '', days: 0, step: 2 },
  })
}

interface Made {
  readonly id: number
  readonly subject: string
}

/** Of a recipe. What happens on the first day of the demo begins nothing: its inbox is for what the visitor does. */
async function addAutomation(
  tx: Kysely<Tables>,
  key: string,
  { isOn, today }: { isOn: boolean; today: string },
): Promise<Made> {
  const fields = recipeOf(key)?.fields
  if (!fields) throw new Error(`there is no recipe ${key}`)
  const { name, trigger, conditions, steps } = fields
  const { rows } = await sql<{ id: number }>`
    insert into automation (club_id, root_club_id, name, is_on, on_since, trigger_kind, trigger_days)
    select id, root_club_id, ${name}::text, ${isOn}::boolean, ${addDays(today, 1)}::timestamp at time zone ${zone}::text,
      ${trigger.kind}::text, ${'days' in trigger ? trigger.days : null}::integer
    from club where id = ${head} returning id`.execute(tx)
  const id = rows[0]?.id ?? 0
  const plan = JSON.stringify({ conditions, steps })
  await tx.insertInto('automation_version').values({ automation_id: id, version: 1, plan }).execute()
  const message = steps.find(step => step.kind === 'message')
  return { id, subject: message?.kind === 'message' ? message.subject : '' }
}

interface Runs {
  /** SQL that gives (member_id, club_id, cause, day): the day on which it happened. */
  readonly who: RawBuilder<unknown>
  /** Days after the message, at the same time, it ends, or goes on at a step. */
  readonly end: { readonly state: string; readonly because: string; readonly days: number; readonly step: number }
}

/** All of them have had the message of their day, at nine in the morning. */
async function addRuns(tx: Kysely<Tables>, { id, subject }: Made, { who, end }: Runs): Promise<void> {
  const { state, because, days, step } = end
  const isOpen = state === 'waiting'
  await sql`
    with people as (
      select who.*, club.root_club_id, row_number() over (partition by who.club_id order by who.member_id) as place,
        who.day::timestamp at time zone ${zone}::text as happened, (who.day + time '09:00') at time zone ${zone}::text as sent,
        (who.day + ${days}::integer + time '09:00') at time zone ${zone}::text as next
      from (${who}) who join club on club.id = who.club_id and club.root_club_id = ${head}
    ), begun as (
      insert into automation_run (automation_id, version, club_id, root_club_id, member_id, cause, happened_at, step, due_at,
        state, because, sent_at, started_at, ended_at)
      select ${id}::bigint, 1, club_id, root_club_id, member_id, cause, happened, ${step}::integer,
        case when ${isOpen}::boolean then next end, ${state}::text, ${because}::text, sent, happened,
        case when not ${isOpen}::boolean then next end
      from people where place <= ${mostOfClub}
      on conflict on constraint automation_run_once do nothing
      returning id, happened_at, sent_at, due_at, ended_at
    )
    insert into automation_log (automation_run_id, at, what, detail)
    select begun.id, line.at, line.what, line.detail
    from begun
    cross join lateral (values
      (1, happened_at, 'started', ''), (2, sent_at, 'sent', ${subject}::text),
      (3, sent_at, 'waits', to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')),
      (4, ended_at, ${state}::text, ${because}::text)
    ) as line (place, at, what, detail)
    where line.at is not null and (line.what <> 'waits' or due_at is not null) and line.what <> 'waiting'
    order by begun.id, line.place`.execute(tx)
}
