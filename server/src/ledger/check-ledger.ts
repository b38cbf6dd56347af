import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'

/** What must be so, and a query for the first row of which it is not. Every figure is counted anew from its entries. */
const rules: readonly { readonly rule: string; readonly broken: RawBuilder<Broken> }[] = [
  {
    rule: 'a charge is settled by no more than it is',
    broken: sql`
      select 'charge ' || charge.id as what, amount_pence as is, settled as "shouldBe" from charge
      join (select charge_id as id, sum(amount_pence) as settled from allocation group by 1) given using (id)
      where settled < 0 or settled > amount_pence order by charge.id limit 1`,
  },
  {
    rule: 'a payment settles and gives back no more than it is',
    broken: sql`
      select 'payment ' || payment.id as what, amount_pence as is, coalesce(used.pence, 0) + coalesce(back.pence, 0) as "shouldBe"
      from payment
      left join (select payment_id as id, sum(amount_pence) as pence from allocation group by 1) used using (id)
      left join (select returns_id as id, -sum(amount_pence) as pence from payment group by 1) back using (id)
      where amount_pence > 0 and (used.pence < 0 or coalesce(used.pence, 0) + coalesce(back.pence, 0) > amount_pence)
      order by payment.id limit 1`,
  },
  {
    rule: 'a credit settles no more than it is',
    broken: sql`
      select 'credit ' || charge.id as what, -amount_pence as is, settled as "shouldBe" from charge
      join (select credit_id as id, sum(amount_pence) as settled from allocation group by 1) given using (id)
      where settled < 0 or settled > -amount_pence order by charge.id limit 1`,
  },
  {
    rule: 'what takes a charge back is as much as the charge',
    broken: sql`
      select 'charge ' || charge.id as what, charge.amount_pence as is, -taken.amount_pence as "shouldBe" from charge
      join charge taken on taken.id = charge.reverses_id
      where charge.amount_pence <> -taken.amount_pence order by charge.id limit 1`,
  },
  {
    rule: 'the parts of a charge that are taken back are no more than the charge',
    broken: sql`
      select 'charge ' || charge.id as what, charge.amount_pence as is, parts.pence as "shouldBe" from charge
      join (select part_of_id as id, -sum(amount_pence) as pence from charge part
        where part_of_id is not null and not exists (select from charge back where back.reverses_id = part.id)
        group by 1) parts using (id)
      where parts.pence > charge.amount_pence or exists (select from charge back where back.reverses_id = charge.id)
      order by charge.id limit 1`,
  },
  {
    rule: 'charges less payments are what is open less what is in credit',
    broken: sql`
      select 'member ' || member_id || ' in club ' || club_id as what, sum(balance) as is, sum(open) as "shouldBe"
      from (
        select member_id, club_id, amount_pence::bigint as balance, 0::bigint as open from charge
        union all select member_id, club_id, -amount_pence, 0 from payment
        union all select member_id, club_id, 0, pence from open_charge
        union all select member_id, club_id, 0, -pence from open_credit
      ) entry
      group by member_id, club_id having sum(balance) <> sum(open) order by member_id, club_id limit 1`,
  },
  {
    rule: 'the debt in the list of members is what is open and past its day',
    broken: sql`
      select 'membership ' || entry.club_member_id as what, entry.debt_pence as is, fresh.debt_pence as "shouldBe"
      from directory_entry entry join directory_source fresh using (club_member_id)
      where entry.debt_pence <> fresh.debt_pence order by entry.club_member_id limit 1`,
  },
]

interface Broken {
  what: string
  is: number | string
  shouldBe: number | string
}

/** Counts everything from zero. Answers the first difference as a sentence, or null: it adds up. */
export async function checkLedger(db: Db): Promise<string | null> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      for (const { rule, broken } of rules) {
        const [row] = (await broken.execute(tx)).rows
        if (row) return `${row.what}: ${row.is} pence, counted anew ${row.shouldBe}. The rule: ${rule}.`
      }
      return null
    })
}

/** Each night; a ledger that does not add up is an error in the log, which holds ids and amounts and no names. */
export async function checkLedgerNightly(
  jobs: Jobs,
  { db, log }: { db: Db; log: { error(details: object, message: string): void } },
): Promise<void> {
  await jobs.schedule('check-ledger', '40 3 * * *', async () => {
    const difference = await checkLedger(db)
    if (difference) log.error({ difference }, 'the ledger does not add up')
  })
}
