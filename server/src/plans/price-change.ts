import type { Input } from '@honbu/contract/endpoint.ts'
import { GridError, parseFilter } from '@honbu/contract/grid.ts'
import { subFrequency } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/price-changes.ts'
import { priceChangeColumns } from '@honbu/contract/price-changes.ts'
import { sql } from 'kysely'
import { gridQuery } from '../platform/grid.ts'
import { filterCondition } from '../platform/grid-filter.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { isChargedAhead } from './charged-ahead.ts'
import { type ConcernedRow, concernedBy, ownPriceStays, type WantedPrice } from './price-change-rows.ts'

type Given = Pick<Input<typeof call.getPriceChangePreview>, keyof typeof call.PriceChangeFields.shape | 'id' | 'clubId'>

const wantedOf = ({ id, clubId, subFrequencyId, subPrice, from, withOwnPriced }: Given): WantedPrice => ({
  clubId,
  planId: id,
  subFrequencyId,
  pence: Math.round(subPrice * 100),
  from,
  withOwnPriced,
})

/** Payments a year by frequency (domain.md: weekly × 52); a one-off is paid once. */
const timesAYear: Readonly<Record<number, number>> = {
  [subFrequency.weekly]: 52,
  [subFrequency.monthly]: 12,
  [subFrequency.quarterly]: 4,
  [subFrequency.yearly]: 1,
  [subFrequency.oneOff]: 1,
}

interface Totals {
  changing: number
  staying: number
  ownPriced: number
  notTold: number
  more: number
}

export async function getPriceChangePreview({ db, now }: Read, input: Input<typeof call.getPriceChangePreview>) {
  const wanted = wantedOf(input)
  const { concerned, earliestDebit } = await concernedBy(db, wanted, now)
  const { rows } = await sql<Totals>`
    select count(*) filter (where problem = '') as changing, count(*) filter (where problem <> '') as staying,
      count(*) filter (where problem = '' and "toldBy" = '') as "notTold",
      count(*) filter (where "isOwnPriced" and problem in ('', ${ownPriceStays})) as "ownPriced",
      coalesce(sum("pencePaid" - coalesce(pence, 0)) filter (where problem = ''), 0) as more
    from ${concerned} concerned where ${matching(input.filter)}`.execute(db)
  const { changing = 0, staying = 0, ownPriced = 0, notTold = 0, more = 0 } = rows[0] ?? {}
  const query = db.selectFrom(concerned.as('concerned')).selectAll()
  const { data, total } = await gridQuery(
    query,
    {
      columns: priceChangeColumns,
      expressions,
      id: 'concerned.clubMemberId',
      sort: [
        { field: 'problem', dir: 'asc' },
        { field: 'name', dir: 'asc' },
      ],
    },
    input,
  )
  return {
    data: data.map(previewRow),
    total,
    changing,
    staying,
    ownPriced,
    notTold,
    yearlyMore: pounds(more * (timesAYear[wanted.subFrequencyId] ?? 1)),
    earliestDebit,
  }
}

const expressions = {
  name: sql`concerned."sortName"`,
  clubName: sql`concerned."clubName"`,
  priceBefore: sql`concerned.pence / 100.0`,
  priceAfter: sql`case when concerned.problem = '' then concerned."pencePaid" else concerned.pence end / 100.0`,
  appliesOn: sql`case when concerned.problem = '' then concerned."appliesOn" end`,
  paymentMethod: sql`concerned."paymentMethod"`,
  toldBy: sql`concerned."toldBy"`,
  problem: sql`concerned.problem`,
} as const

/**
 * The condition of a filter of the preview.
 * @throws Refused 400 for one that cannot be read
 */
function matching(text: string | undefined) {
  try {
    const filter = parseFilter(text ?? '', priceChangeColumns)
    const column = (field: keyof typeof expressions) => ({
      type: priceChangeColumns[field].type,
      value: sql`(${expressions[field]})`,
    })
    return filter ? filterCondition(filter, column, 'Europe/London') : sql`true`
  } catch (error) {
    if (!(error instanceof GridError)) throw error
    throw new Refused(400, error.message, { filter: [error.message] })
  }
}

function previewRow(row: ConcernedRow) {
  const { clubMemberId, memberId, name, clubName, toldBy, problem } = row
  const stays = problem !== ''
  const before = row.pence === null ? null : pounds(row.pence)
  return {
    ...{ clubMemberId, memberId, name, clubName, toldBy, problem, paymentMethod: row.paymentMethod },
    priceBefore: before,
    priceAfter: stays ? (before ?? 0) : pounds(row.pencePaid),
    appliesOn: stays ? null : row.appliesOn,
  }
}

/**
 * Changes the price for those who are chosen and can be: a row of plan_change each, which the night that begins its day
 * applies. Who has one waiting is left out, so that the same again finds nobody; the plan is locked, so that two at once
 * come one after the other.
 */
export async function savePriceChange(context: Write, input: Input<typeof call.savePriceChange>) {
  const { tx, user, now, audit, enqueue } = context
  const wanted = wantedOf(input)
  const { clubId, planId, subFrequencyId, pence, from } = wanted
  await tx.selectFrom('training_plan').select('id').where('id', '=', planId).forUpdate().execute()
  // Nobody's next payment moves, and nobody's plan changes, between what is read here and what is written.
  await sql`
    select from club_member where training_plan_id = ${planId} and sub_frequency_id = ${subFrequencyId}
    order by id for update`.execute(tx)
  const { concerned } = await concernedBy(tx, wanted, now)
  const { rows } = await sql<ConcernedRow>`
    select * from ${concerned} concerned where problem = '' and ${matching(input.filter)}
      and (${input.clubMemberIds === null} or "clubMemberId" = any(${input.clubMemberIds ?? []}::bigint[]))`.execute(tx)
  if (rows.length === 0) {
    const message = 'Nobody is left whose price would change.'
    throw new Refused(409, message, { subPrice: [message] })
  }
  const { rootClubId } = await tx
    .selectFrom('club')
    .select('root_club_id as rootClubId')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const { id: priceChangeId } = await tx
    .insertInto('price_change')
    .values({
      club_id: clubId,
      root_club_id: rootClubId,
      training_plan_id: planId,
      sub_frequency_id: subFrequencyId,
      price_pence: pence,
      from_date: from,
      account_id: user.accountId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const changes = rows.map(row => ({
    club_member_id: row.clubMemberId,
    club_id: row.clubId,
    applies_on: row.appliesOn,
    payment_method_id: row.paymentMethodId,
    next_payment: row.nextPayment === null ? null : row.appliesOn,
    before_pence: row.agreedPence ?? 0,
  }))
  await sql`
    insert into plan_change (club_member_id, club_id, root_club_id, applies_on, training_plan_id, sub_frequency_id,
      sub_price_pence, payment_method_id, next_payment, account_id, created_at, price_change_id, before_pence)
    select club_member_id, club_id, ${rootClubId}, applies_on, ${planId}, ${subFrequencyId}, ${pence}, payment_method_id,
      next_payment, ${user.accountId}, ${now}, ${priceChangeId}, before_pence
    from json_to_recordset(${JSON.stringify(changes)}::json) as change (club_member_id bigint, club_id bigint,
      applies_on date, payment_method_id integer, next_payment date, before_pence integer)`.execute(tx)
  await enqueue('tell-price-change', { priceChangeId })
  audit({
    clubId,
    subject: 'price_change',
    subjectId: priceChangeId,
    before: null,
    after: { planId, subFrequencyId, price: pounds(pence), from, members: rows.length },
  })
  const notTold = rows.filter(({ toldBy }) => toldBy === '').length
  return { priceChangeId, members: rows.length, notTold }
}

/**
 * What has not come yet does not come; who was told is told so by the job. Who has been charged by it already, ahead of the
 * day, goes on to pay it.
 */
export async function cancelPriceChange(
  { tx, now, audit, enqueue }: Write,
  { id }: Input<typeof call.cancelPriceChange>,
) {
  const change = await tx
    .selectFrom('price_change')
    .select(['club_id as clubId', 'cancelled_at as cancelledAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Nobody is charged by it between what is looked at and what is written.
  await sql`
    select from club_member where id in (select club_member_id from plan_change where price_change_id = ${id})
    order by id for update`.execute(tx)
  const { rows: cancelled } = await sql`
    update plan_change change set cancelled_at = ${now}
    where price_change_id = ${id} and applied_at is null and cancelled_at is null and not ${isChargedAhead}
    returning id`.execute(tx)
  const message = 'Nothing of it is left to be taken back: it holds, or has been charged already.'
  if (change.cancelledAt === null && cancelled.length === 0) throw new Refused(409, message, { id: [message] })
  if (change.cancelledAt === null) {
    await tx.updateTable('price_change').set({ cancelled_at: now }).where('id', '=', id).execute()
    await enqueue('tell-price-change', { priceChangeId: id })
  }
  audit({
    clubId: change.clubId,
    subject: 'price_change',
    subjectId: id,
    before: { isCancelled: change.cancelledAt !== null },
    after: { isCancelled: true, members: cancelled.length },
  })
  return { priceChangeId: id, members: cancelled.length }
}
