import type { PricedPlan } from '@honbu/contract/plan-price.ts'
import { familyPrice } from '@honbu/contract/plan-price.ts'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail, Message } from '../platform/mail.ts'
import type { Tables } from '../platform/tables.ts'
import { newPriceLetter, oldPriceLetter, type PriceLetter, type PriceOfMember } from './letters.ts'
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

/** Addresses of one transaction. */
const batch = 50

/**
 * Tells everybody of one change of price what has not been told: one letter to an address, for all the members of a club
 * for whom it is written to. It is posted in the transaction that marks them, so that it goes out once, whatever runs
 * twice or dies half-way.
 */
export async function tellPriceChange(parts: Parts, priceChangeId: number): Promise<void> {
  const all = await readLetters(parts.db, untold(priceChangeId), parts.now())
  const addresses = [...Map.groupBy(all, addressOf).values()]
  for (let from = 0; from < addresses.length; from += batch) {
    const ids = addresses.slice(from, from + batch).flatMap(rows => rows.map(({ id }) => id))
    await tellSome(parts, priceChangeId, ids)
  }
}

/** Without an address there is nobody to be written to with another. */
const addressOf = ({ id, email, clubId, isRecall }: Row) =>
  email === null ? `none ${id}` : `${clubId} ${isRecall} ${email.toLowerCase()}`

async function tellSome({ db, mail, now }: Parts, priceChangeId: number, ids: readonly number[]): Promise<void> {
  await db.transaction().execute(async tx => {
    const at = now()
    // Another worker who was here first has them told; it is waited for, as one that took every other row would write to
    // an address twice.
    await sql`select id from plan_change where id = any(${[...ids]}::bigint[]) order by id for update`.execute(tx)
    const rows = await readLetters(tx, sql`change.id = any(${[...ids]}::bigint[]) and ${untold(priceChangeId)}`, at)
    const places = await familyPlaces(tx, rows)
    for (const [first, ...more] of Map.groupBy(rows, addressOf).values()) {
      if (!first) continue
      const { email, isRecall } = first
      if (email !== null) {
        const priced = (row: Row) => priceOf(row, places.get(row.clubMemberId) ?? 1)
        const letter = { email, members: [priced(first), ...more.map(priced)] } satisfies PriceLetter
        await mail.post(tx, isRecall ? oldPriceLetter(letter) : newPriceLetter(letter))
      }
      const told = email === null ? { has_no_address: true } : { told_at: at, has_no_address: false }
      await tx
        .updateTable('plan_change')
        .set(isRecall ? { recalled_at: at } : told)
        .where(
          'id',
          'in',
          [first, ...more].map(({ id }) => id),
        )
        .execute()
    }
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
  const members = [priceOf(row, places.get(row.clubMemberId) ?? 1)] as const
  await mail(oldPriceLetter({ email: row.email, members }))
  await tx.updateTable('plan_change').set({ recalled_at: now }).where('id', '=', planChangeId).execute()
}

interface Row extends Omit<PriceOfMember, 'penceBefore' | 'penceAfter'> {
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

/** What is to come and was not told, and what was told and went with the whole change. */
const untold = (priceChangeId: number) => sql`change.price_change_id = ${priceChangeId} and (
  change.cancelled_at is null and change.told_at is null and not change.has_no_address
  or change.cancelled_at = (select cancelled_at from price_change where id = ${priceChangeId})
    and change.told_at is not null and change.recalled_at is null)`

async function readLetters(db: Db, which: ReturnType<typeof sql>, now: Date): Promise<Row[]> {
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
    order by change.id`.execute(db)
  return rows
}

function priceOf({ before, after, ...row }: Row, place: number): PriceOfMember {
  const plan: Pick<PricedPlan, 'second' | 'third'> = {
    second: reduction(row.secondPercent, row.secondOffPence),
    third: reduction(row.thirdPercent, row.thirdOffPence),
  }
  return {
    ...row,
    penceBefore: familyPrice(before, plan, place),
    penceAfter: familyPrice(after, plan, place),
  }
}

const reduction = (percent: number | null, offPence: number | null) =>
  percent === null && offPence === null ? null : { percent, offPence }
