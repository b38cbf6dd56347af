import { vatCode } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Write } from '../platform/route.ts'
import { lockAccounts } from './lock-accounts.ts'
import { settle } from './settle.ts'

/** What a member is charged; below zero it is a credit. Whole pence, never none. */
export interface NewCharge {
  readonly clubId: number
  readonly memberId: number
  readonly pence: number
  readonly transactionDate: string
  readonly dueOn: string
  readonly description: string
  /** One of `transactionCategory`. */
  readonly categoryId: number
  /** A class or event, and its day. */
  readonly eventId?: number | null
  readonly eventDate?: string | null
  /** The days that are paid for. */
  readonly periodFrom?: string | null
  readonly periodUntil?: string | null
  /** The price before discounts. */
  readonly fullPence?: number | null
  /** How it is meant to be paid. */
  readonly paymentMethodId?: number | null
  readonly accountId?: number | null
  /** The plan or product that is charged for, which may have a VAT rate of its own. */
  readonly planId?: number | null
  readonly productId?: number | null
  /** Instead of the VAT rate of its category. */
  readonly vatCodeId?: number | null
  /** The charge that this one corrects: its VAT rate counts, or there is none. */
  readonly correctsId?: number | null
}

/** Writes charges and answers their ids in the same order. What members have in credit settles them at once. */
export async function postCharges(tx: Write['tx'], charges: readonly NewCharge[]): Promise<number[]> {
  if (charges.length === 0) return []
  const memberIds = [...new Set(charges.map(({ memberId }) => memberId))]
  await lockAccounts(tx, memberIds)
  const rows = charges.map((charge, index) => ({ ...charge, index }))
  const { rows: written } = await sql<{ id: number }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
        index integer, "clubId" bigint, "memberId" bigint, pence integer, "transactionDate" date, "dueOn" date,
        description text, "categoryId" integer, "eventId" bigint, "eventDate" date, "periodFrom" date,
        "periodUntil" date, "fullPence" integer, "paymentMethodId" integer, "accountId" bigint, "planId" bigint,
        "productId" bigint, "correctsId" bigint, "vatCodeId" integer)
    )
    insert into charge (club_id, root_club_id, member_id, amount_pence, transaction_date, due_on, description,
      category_id, event_id, event_date, period_from, period_until, full_pence, payment_method_id, account_id,
      vat_code_id, vat_rate)
    select "clubId", club.root_club_id, "memberId", given.pence, "transactionDate", "dueOn", given.description,
      "categoryId", "eventId", "eventDate", "periodFrom", "periodUntil", "fullPence", "paymentMethodId", "accountId",
      coalesce("vatCodeId", corrected.vat_code_id, case when "correctsId" is not null then ${vatCode.outside}::integer end,
        plan.vat_code_id, product.vat_code_id),
      corrected.rate
    from given join club on club.id = given."clubId"
    left join training_plan plan on plan.id = "planId"
    left join product on product.id = "productId"
    left join charge_vat corrected on corrected.charge_id = "correctsId"
    order by given.index
    returning id`.execute(tx)
  await settle(tx, memberIds)
  return written.map(({ id }) => id)
}
