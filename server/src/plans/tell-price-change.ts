import type { PricedPlan } from '@honbu/contract/plan-price.ts'
import { familyPrice } from '@honbu/contract/plan-price.ts'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail, Message } from '../platform/mail.ts'
import type { Tables } from '../platform/tables.ts'
import { newPriceLetter, oldPriceLetter, type PriceLetter } from './letters.ts'
import { payerSql } from './payer.ts'
import { familyPlaces } from './plan-terms.ts'

interface Parts {
  readonly db: Db
  readonly mail: Pick<Mail, 'post'>
  readonly now: () => Date
}

/** Writes to those whose price changes, or does not after all, in the background: there may be thousands. */
export async function tellPriceChanges(jobs: Pick<Jobs, 'work'>, parts: Parts): Promise<void> {
  await jobs.work<{ priceChangeId: number }>('tell-price-change', ({ priceChangeId }) =>
    tellPriceChange(parts, priceChangeId),
  )
}

/** Letters of one transaction. */
const batch = 50

/**
 * Tells everybody of one change of price what has not been told. A letter is posted in the transaction that marks it, so
 * that it goes out once, whatever runs twice or dies half-way.
 */
export async function tellPriceChange(parts: Parts, priceChangeId: number): Promise<void> {
  for (;;) if ((await tellSome(parts, priceChangeId)) < batch) return
}

async function tellSome({ db, mail, now }: Parts, priceChangeId: number): Promise<number> {
  return await db.transaction().execute(async tx => {
    const at = now()
    const rows = await untold(tx, priceChangeId, at)
    const places = await familyPlaces(tx, rows)
    for (const row of rows) {
      const { id, email, isRecall } = row
      if (email !== null) {
        const letter = letterOf(row, email, places.get(row.clubMemberId) ?? 1)
        await mail.post(tx, isRecall ? oldPriceLetter(letter) : newPriceLetter(letter))
      }
      const told = email === null ? { has_no_address: true } : { told_at: at, has_no_address: false }
      await tx
        .updateTable('plan_change')
        .set(isRecall ? { recalled_at: at } : told)
        .where('id', '=', id)
        .execute()
    }
    return rows.length
  })
}

interface Recall {
  readonly tx: Transaction<Tables>
  readonly now: Date
  /** Sends if and only if the transaction commits. */
  readonly mail: (message: Message) => Promise<void>
}

/** Tells who was told of another price that it does not come, of one change that is taken back by itself. */
export async function recallPriceChange({ tx, now, mail }: Recall, planChangeId: number): Promise<void> {
  const [row] = await readLetters(
    tx,
    sql`change.id = ${planChangeId} and change.told_at is not null and change.recalled_at is null
      and change.cancelled_at is not null`,
    now,
  )
  if (!row || row.email === null) return
  const places = await familyPlaces(tx, [row])
  await mail(oldPriceLetter(letterOf(row, row.email, places.get(row.clubMemberId) ?? 1)))
  await tx.updateTable('plan_change').set({ recalled_at: now }).where('id', '=', planChangeId).execute()
}

interface Row extends Omit<PriceLetter, 'penceBefore' | 'penceAfter' | 'email'> {
  readonly id: number
  readonly clubMemberId: number
  readonly clubId: number
  readonly memberId: number
  readonly email: string | null
  readonly isRecall: boolean
  readonly before: number
  readonly after: number
  readonly secondPercent: number | null
  readonly secondOffPence: number | null
  readonly thirdPercent: number | null
  readonly thirdOffPence: number | null
}

/** What is to come and was not told, and what was told and went with the whole change; another worker's are left to it. */
const untold = (tx: Transaction<Tables>, priceChangeId: number, now: Date) =>
  readLetters(
    tx,
    sql`change.price_change_id = ${priceChangeId} and (
      change.cancelled_at is null and change.told_at is null and not change.has_no_address
      or change.cancelled_at = (select cancelled_at from price_change where id = ${priceChangeId})
        and change.told_at is not null and change.recalled_at is null)`,
    now,
  )

async function readLetters(tx: Transaction<Tables>, which: ReturnType<typeof sql>, now: Date): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select change.id, own.id as "clubMemberId", own.club_id as "clubId",
      own.member_id as "memberId", payer.email, coalesce(payer.first_name, '') as "payerFirstName",
      trim(person.first_name || ' ' || person.last_name) as "memberName",
      coalesce(payer.name <> trim(person.first_name || ' ' || person.last_name), false) as "isForOther",
      member.code as reference, plan.name as "planName", change.sub_frequency_id as "subFrequencyId",
      own.payment_method_id as "paymentMethodId", change.before_pence as before, change.sub_price_pence as after,
      change.applies_on as "appliesOn", change.cancelled_at is not null as "isRecall", club.name as "clubName",
      club.email as "clubEmail", club.phone as "clubPhone", plan.second_percent as "secondPercent",
      plan.second_off_pence as "secondOffPence", plan.third_percent as "thirdPercent",
      plan.third_off_pence as "thirdOffPence"
    from plan_change change
    join club_member own on own.id = change.club_member_id
    join club on club.id = own.club_id
    join member on member.id = own.member_id
    join person on person.id = member.person_id
    join training_plan plan on plan.id = change.training_plan_id
    left join lateral ${payerSql(now)} payer on true
    where ${which}
    order by change.id limit ${batch}
    for update of change skip locked`.execute(tx)
  return rows
}

function letterOf({ before, after, ...row }: Row, email: string, place: number): PriceLetter {
  const plan: Pick<PricedPlan, 'second' | 'third'> = {
    second: reduction(row.secondPercent, row.secondOffPence),
    third: reduction(row.thirdPercent, row.thirdOffPence),
  }
  return {
    ...row,
    email,
    penceBefore: familyPrice(before, plan, place),
    penceAfter: familyPrice(after, plan, place),
  }
}

const reduction = (percent: number | null, offPence: number | null) =>
  percent === null && offPence === null ? null : { percent, offPence }
