import { postCharges } from '@honbu/server/ledger/index.ts'
import type { Db } from '@honbu/server/platform/database.ts'
import { secretBox } from '@honbu/server/platform/secret-box.ts'
import { sql } from 'kysely'

interface Wanted {
  readonly count: number
  readonly token: string
  readonly secret: string
  readonly mandates: readonly string[]
}

/** A club of active members on a plan, each with a mandate that is active at the bank; and who works at its desk. */
export async function fillPayers(db: Db, { count, token, secret, mandates }: Wanted) {
  const { id: clubId } = await db
    .insertInto('club')
    .values({ root_club_id: 0, code: 'BENCH', name: 'Bench' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: planId } = await db
    .insertInto('training_plan')
    .values({ club_id: clubId, root_club_id: clubId, name: 'Two a week', second_percent: 20 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    with one as (
      insert into person (first_name, last_name)
      select 'Member', 'Number ' || n from generate_series(1, ${count}::integer) n returning id
    ), two as (
      insert into member (root_club_id, person_id, code) select ${clubId}::bigint, id, 'M' || id from one returning id
    )
    insert into club_member (member_id, club_id, root_club_id, member_status_id, training_plan_id, sub_frequency_id,
      sub_price_pence, payment_method_id, member_since, next_payment)
    select id, ${clubId}::bigint, ${clubId}::bigint, 21, ${planId}::bigint, 1102, 3000 + id % 7, 186, '2024-01-13', '2026-05-13'
    from two`.execute(db)
  const box = secretBox(Buffer.alloc(32))
  const { id: accountId } = await db
    .insertInto('provider_account')
    .values({
      club_id: clubId,
      root_club_id: clubId,
      provider: 'gocardless',
      access_token: box.seal(token, `gocardless:${clubId}:token`),
      access_token_end: token.slice(-4),
      webhook_secret: box.seal(secret, `gocardless:${clubId}:webhook`),
      webhook_secret_end: secret.slice(-4),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into mandate (club_id, root_club_id, member_id, provider_account_id, reference, state, created_at,
      next_possible_charge_date)
    select ${clubId}::bigint, ${clubId}::bigint, own.id, ${accountId}::bigint, given.reference, 'active',
      '2026-05-01T09:00Z', '2026-05-18'
    from (select id, row_number() over (order by id) as place from member) own
    join unnest(${[...mandates]}::text[]) with ordinality as given (reference, place) using (place)`.execute(db)
  await sql`vacuum analyze`.execute(db)
  return { clubId, accountId, sub: await addStaff(db, clubId) }
}

async function addStaff(db: Db, clubId: number): Promise<string> {
  const { id: personId } = await db
    .insertInto('person')
    .values({ first_name: 'Staff', last_name: 'One' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: accountId, sub } = await db
    .insertInto('account')
    .values({ person_id: personId, email: 'staff@mail.example' })
    .returning(['id', 'sub'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('club_user')
    .values({ club_id: clubId, account_id: accountId, is_admin: true, user_since: '2020-01-01' })
    .execute()
  return sub
}

/** Something that is due in summer, and so collected by nobody before somebody takes it. */
export async function chargeOne(db: Db, clubId: number): Promise<number> {
  const { id: memberId } = await db.selectFrom('member').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const due = { transactionDate: '2026-05-12', dueOn: '2026-08-01', description: 'Seminar', categoryId: 1425 }
  const [chargeId = 0] = await db
    .transaction()
    .execute(tx => postCharges(tx, [{ clubId, memberId, pence: 4000, ...due }]))
  return chargeId
}
