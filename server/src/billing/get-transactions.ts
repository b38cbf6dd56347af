import { type getTransactions as call, transactionColumns } from '@honbu/contract/billing.ts'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { gridStatement } from '../platform/grid.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import type { Places } from '../platform/statement.ts'

export async function getTransactions({ db, user, now }: Read, { id, ...grid }: Input<typeof call>) {
  const { data, total } = await transactionsOf(db, { memberId: id, clubIds: [...user.clubs.keys()] }, grid)
  return {
    total,
    data: data.map(
      ({ amount_pence, paid_pence, full_pence, vat_pence, vat_percent, time_zone, last_paid_on, ...row }) => ({
        ...row,
        mode: modeOf(row),
        savedMethod: row.paymentMethodId !== null && savedMethods.includes(row.paymentMethodId),
        paymentDate: paid_pence >= amount_pence ? last_paid_on : null,
        amount: pounds(amount_pence),
        fullAmount: full_pence === null ? null : pounds(full_pence),
        tax: 0 as const,
        vat: vat_pence === null ? null : pounds(vat_pence),
        vatPercent: vat_percent,
        paid: pounds(paid_pence),
        outstanding: pounds(amount_pence - paid_pence),
        isOverdue: amount_pence > paid_pence && row.dueOn < todayIn(time_zone, now),
      }),
    ),
  }
}

const savedMethods: readonly number[] = [paymentMethod.directDebit, paymentMethod.card]

function modeOf({ productId, eventId }: { productId: number | null; eventId: number | null }) {
  if (productId !== null) return 'product' as const
  return eventId === null ? null : ('event' as const)
}

const transactionsOf = gridStatement(
  (db: Db, { memberId, clubIds }: Places<{ memberId: number; clubIds: readonly number[] }>) =>
    db
      .selectFrom(eb =>
        eb
          .selectFrom('charge')
          .innerJoin('club', 'club.id', 'charge.club_id')
          .leftJoin('order_line as line', join =>
            join.on(sql<boolean>`line.charge_id = coalesce(charge.part_of_id, charge.id)`),
          )
          .leftJoin('member_order', 'member_order.id', 'line.order_id')
          .leftJoin('charge_vat as vat', 'vat.charge_id', 'charge.id')
          .selectAll('charge')
          .select(['vat.pence as vat_pence', sql<number | null>`vat.rate / 100.0::float8`.as('vat_percent')])
          .select(['club.name as club_name', 'club.time_zone'])
          .leftJoinLateral(
            sql<{ payment_date: string; payment_method_id: number | null }>`(
              select payment_date, payment_method_id from payment
              join allocation on allocation.payment_id = payment.id
              where allocation.charge_id = charge.id order by payment_date desc, payment.id desc limit 1)`.as('last'),
            join => join.onTrue(),
          )
          .select(['line.order_id', 'member_order.member_id as order_member_id'])
          .select(['line.product_id', 'line.variant_id', 'last.payment_date as last_paid_on'])
          .select(sql<number | null>`coalesce(charge.payment_method_id, last.payment_method_id)`.as('method_id'))
          // A credit is used up as a charge is paid.
          .select(
            sql<number>`coalesce((select sum(amount_pence) from allocation where allocation.charge_id = charge.id), 0)
            - coalesce((select sum(amount_pence) from allocation where allocation.credit_id = charge.id), 0)`.as(
              'paid_pence',
            ),
          )
          .select(sql<boolean>`exists (select from charge back where back.reverses_id = charge.id)`.as('is_reversed'))
          .where('charge.member_id', '=', memberId)
          .where('charge.club_id', '=', sql<number>`any(${clubIds})`)
          .as('entry'),
      )
      .select(['entry.id as transactionId', 'entry.member_id as memberId', 'entry.club_id as clubId'])
      .select(['entry.club_name as clubName', 'entry.amount_pence', 'entry.paid_pence', 'entry.description'])
      .select(['entry.category_id as categoryId', 'entry.event_id as eventId', 'entry.event_date as eventDate'])
      .select([
        'entry.full_pence',
        'entry.vat_pence',
        'entry.vat_percent',
        'entry.is_reversed as isReversed',
        'entry.reverses_id as reversesId',
      ])
      .select(['entry.product_id as productId', 'entry.variant_id as variantId', 'entry.method_id as paymentMethodId'])
      .select('entry.last_paid_on')
      .select(['entry.order_id as orderId', 'entry.order_member_id as orderMemberId'])
      .select(['entry.transaction_date as transactionDate', 'entry.due_on as dueOn', 'entry.time_zone']),
  {
    columns: transactionColumns,
    expressions: {
      transactionDate: 'entry.transaction_date',
      description: 'entry.description',
      clubName: 'entry.club_name',
      dueOn: 'entry.due_on',
      amount: sql`entry.amount_pence / 100.0`,
      outstanding: sql`(entry.amount_pence - entry.paid_pence) / 100.0`,
    },
    id: 'entry.id',
    sort: [{ field: 'transactionDate', dir: 'desc' }],
    newestFirst: true,
  },
)
