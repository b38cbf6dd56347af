import { type Audience, everybody } from '@honbu/contract/audience.ts'
import { memberStatus, messageParameter } from '@honbu/contract/ids.ts'
import { countRecipients, recipientsOf } from '@honbu/server/audience/index.ts'
import type { Db } from '@honbu/server/platform/database.ts'
import { sql } from 'kysely'

const today = '2026-05-12'

/**
 * How long it takes to count an audience of a head office, and to write down its recipients: with all members, with
 * conditions, for news and for what has to be known. The members are those of `fillMillion`; children get guardians, of
 * whom three of ten have two children, and nearly everybody was asked for consent.
 */
export async function measureAudience(db: Db, clubIds: readonly number[]) {
  await addGuardians(db)
  const is = (parameterId: number, ...values: number[]) => ({ parameterId, values })
  const live = is(messageParameter.memberStatus, memberStatus.active, memberStatus.issue)
  const audiences: Readonly<Record<string, Audience>> = {
    everybody,
    'active and issue': { include: [live], exclude: [] },
    'a discipline, from a grade to another, without a tag': {
      include: [
        live,
        is(messageParameter.disciplines, 11),
        is(messageParameter.gradeFrom, 222),
        is(messageParameter.gradeTo, 227),
      ],
      exclude: [is(messageParameter.tags, ...clubIds.slice(0, 100).map(id => id * 10 + 2))],
    },
    'everybody, without who has a tag or is a candidate': {
      include: [],
      exclude: [
        is(messageParameter.tags, ...clubIds.slice(0, 400).map(id => id * 10 + 2)),
        is(messageParameter.candidate, 1),
      ],
    },
  }
  for (const [name, audience] of Object.entries(audiences))
    for (const channel of ['email', 'sms'] as const)
      for (const purpose of ['marketing', 'service'] as const) {
        const question = { clubIds, audience, channel, purpose, onePerAddress: true, today }
        const { value, ms } = await median(() => countRecipients(db, question))
        const figures = `${value.total.toLocaleString('en-GB')} meant, ${value.reached.toLocaleString('en-GB')} reached`
        console.log(`${name}, ${channel}, ${purpose}: ${figures}, counted in ${Math.round(ms)} ms`)
      }
  const question = {
    clubIds,
    audience: everybody,
    channel: 'email',
    purpose: 'service',
    onePerAddress: true,
    today,
  } as const
  const { ms } = await median(() =>
    sql`select count(*), max(name), max(cardinality(member_ids)) from (${recipientsOf(question)}) recipient`.execute(
      db,
    ),
  )
  console.log(`everybody, email, service: all recipients with their names in ${Math.round(ms)} ms`)
}

async function median<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const times: number[] = []
  let value = await work()
  for (let run = 0; run < 5; run++) {
    const began = performance.now()
    value = await work()
    times.push(performance.now() - began)
  }
  return { value, ms: times.toSorted((one, other) => one - other)[2] ?? 0 }
}

export async function addGuardians(db: Db) {
  await db.connection().execute(async one => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`
      create temporary table child as
      select member.id as member_id, root_club_id, row_number() over (order by member.id) as place
      from member join person on person.id = person_id where dob > '2008-05-12'`.execute(one)
    await sql`
      insert into person (id, first_name, last_name, email, phone_mob) overriding system value
      select 10000000 + place, 'Parent', 'Of ' || member_id, 'parent' || place || '@mail.example', '07' || lpad(place::text, 9, '0')
      from child where place % 10 not in (7, 8, 9)`.execute(one)
    // Of ten children three have the parent of another one.
    await sql`
      insert into member_contact (member_id, root_club_id, person_id, is_guardian)
      select member_id, root_club_id, 10000000 + case when place % 10 in (7, 8, 9) then place - 3 else place end, true
      from child`.execute(one)
    await sql`
      insert into consent_standing (person_id, club_id, given, withdrawn)
      select person_id, club_id, case when person_id % 10 < 7 then 3 else 0 end, case when person_id % 10 = 8 then 3 else 0 end
      from (
        select member.person_id, club_member.club_id from member join club_member on club_member.member_id = member.id
        union
        select member_contact.person_id, club_member.club_id
        from member_contact join club_member on club_member.member_id = member_contact.member_id
      ) known where person_id % 10 <> 9`.execute(one)
    await sql`
      insert into undeliverable (root_club_id, channel, address, reason, since)
      select root_club_id, 'email', email, 'bounced', now() from member join person on person.id = person_id
      where email is not null and member.id % 200 = 0 on conflict do nothing`.execute(one)
    await sql`set session_replication_role = origin`.execute(one)
    await sql`vacuum analyze`.execute(one)
  })
}
