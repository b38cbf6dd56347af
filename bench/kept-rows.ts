import type { Db } from '@honbu/server/platform/database.ts'
import { keepMoneyDays } from '@honbu/server/reporting/counts/money-day.ts'
import { type RawBuilder, sql } from 'kysely'

/** Two lists that need nothing of each other, each in the order in which one needs another. */
const kept: readonly Readonly<Record<string, RawBuilder<unknown>>>[] = [
  {
    directory_entry: sql`insert into directory_entry select * from directory_source`,
    directory_text: sql`insert into directory_text select * from directory_text_source`,
    membership_span: sql`
      insert into membership_span
      select club_id, club_member_id, member_id, status_id, from_on, until_on, is_active, was_active, run_from, left_on,
        runs, ordinal from membership_span_source`,
    membership_piece: sql`insert into membership_piece select * from membership_piece_source`,
    debt_span: sql`
      insert into debt_span (charge_id, club_id, member_id, due_on, since, until, pence)
      select charge_id, club_id, member_id, due_on, since, until, pence from debt_span_source`,
  },
  {
    class_day: sql`
      insert into class_day (class_id, class_date, club_id, attended, marked, expected)
      select class_id, class_date, club_id, attended, marked, expected from class_day_source`,
    member_month: sql`insert into member_month select * from member_month_source`,
  },
]

/**
 * What triggers keep of rows that were written without them, counted once. Triggers are off on both connections; they may be
 * the same one.
 * @param told of each table with the milliseconds that it took
 */
export async function fillKept(
  [one, other]: readonly [Db, Db],
  told: (table: string, ms: number) => void = () => {},
): Promise<void> {
  await Promise.all(
    kept.map(async (tables, index) => {
      for (const [table, fill] of Object.entries(tables)) {
        const began = performance.now()
        await fill.execute(index === 0 ? one : other)
        told(table, performance.now() - began)
      }
    }),
  )
  // What the first report would have to add up is added up before it is asked for.
  const began = performance.now()
  await sql`
    insert into money_mark (club_id, day)
    select club_id, due_on from charge
    union select club_id, transaction_date from charge union select club_id, payment_date from payment`.execute(one)
  await keepMoneyDays(one)
  told('money_day', performance.now() - began)
}
