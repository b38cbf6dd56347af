import { sql } from 'kysely'
import { sentFacts, unsubscribedFacts } from '../counts/messages.ts'
import { doneFacts, overdueFacts } from '../counts/tasks.ts'
import type { ListFor, ReportRows } from '../report-rows.ts'
import { counted, ofGroup } from './by-group.ts'

const messages = (
  of: ListFor,
  what: ReturnType<typeof sql>,
  isWanted: ReturnType<typeof sql>,
): ReturnType<ReportRows> => sql`(
  select fact.id::text as key, fact.message_id as id, fact.member_id, nullif(fact.to_name, '') as name, fact.club_id,
    fact.day as on_day, coalesce(${what}, '') as what, null::bigint as pence, null::integer as count
  from ${sentFacts(counted(of))} fact
  join message on message.id = fact.message_id
  left join message_copy copy on copy.id = fact.copy_id
  where ${isWanted} and ${ofGroup(of, { message: sql`fact.message_id`, channel: sql`message.channel` })}
)`

const unsubscribed: ReportRows = of => sql`(
  select fact.id::text as key, fact.member_id as id, fact.member_id, null::text as name, fact.club_id, fact.day as on_day,
    case fact.flag when 1 then 'Text messages' else 'E-mail' end || case fact.how when 'link' then ', by the link' else '' end
      as what,
    null::bigint as pence, null::integer as count
  from ${unsubscribedFacts(counted(of))} fact
  where ${ofGroup(of, { channel: sql`case fact.flag when 1 then 'sms' else 'email' end` })}
)`

const nameOf = (accountId: ReturnType<typeof sql>) => sql`(
  select trim(person.first_name || ' ' || person.last_name) from account join person on person.id = account.person_id
  where account.id = ${accountId}
)`

const tasksDone: ReportRows = of => sql`(
  select fact.id::text as key, fact.id, null::bigint as member_id, fact.subject as name, fact.club_id, fact.day as on_day,
    coalesce(${nameOf(sql`fact.completed_by`)}, '') || case when fact.is_late then ', late' else '' end as what,
    null::bigint as pence, null::integer as count
  from ${doneFacts(counted(of))} fact
  where ${ofGroup(of, {
    person: sql`fact.completed_by`,
    late: sql`case when fact.is_late then fact.completed_by end`,
    kind: sql`fact.kind`,
  })}
)`

const tasksOverdue: ReportRows = of => sql`(
  select fact.id::text as key, fact.id, null::bigint as member_id, fact.subject as name, fact.club_id,
    fact.due_on as on_day, coalesce(${nameOf(sql`fact.account_id`)}, 'Anyone''s') as what, null::bigint as pence,
    null::integer as count
  from ${overdueFacts(counted(of))} fact
  where ${ofGroup(of, { person: sql`fact.account_id`, kind: sql`fact.kind` })}
)`

export const workLists = {
  sent: of =>
    messages(of, sql`coalesce(nullif(copy.subject, ''), nullif(message.subject, ''), message.name)`, sql`true`),
  bounced: of => messages(of, sql`fact.failure`, sql`fact.is_bounced`),
  ...{ unsubscribed, tasksDone, tasksOverdue },
} satisfies Readonly<Record<string, ReportRows>>
