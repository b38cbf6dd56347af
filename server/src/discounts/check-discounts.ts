import { todayIn } from '@honbu/contract/calendar.ts'
import type { checkDiscounts as call } from '@honbu/contract/discounts.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { explainPrice, type PriceQuestion } from './prices-for.ts'

export async function checkDiscounts({ db, now }: Read, input: Input<typeof call>) {
  const { clubId, memberId, price, code = null } = input
  const { time_zone } = await db
    .selectFrom('club')
    .select('time_zone')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const fullPence = Math.round(price * 100)
  const subject = await subjectOf(db, input)
  const question = { ...subject, clubId, memberId, pence: fullPence, code, today: todayIn(time_zone, now) }
  const { pence, applied, refused } = await explainPrice(db, question)
  return {
    fullPrice: price,
    price: pounds(pence),
    discounts: applied.map(({ discountId, name, pence: off }) => ({ discountId, name, amount: pounds(off) })),
    others: [...refused],
  }
}

type Subject = Pick<PriceQuestion, 'kind' | 'id' | 'categoryId' | 'allowDiscount'>

async function subjectOf(db: Read['db'], { trainingPlanId, productId, classId }: Input<typeof call>): Promise<Subject> {
  if ([trainingPlanId, productId, classId].filter(Boolean).length !== 1) {
    const message = 'Choose a plan, a product or an event.'
    throw new Refused(400, message, { trainingPlanId: [message] })
  }
  if (trainingPlanId) return { kind: 'plan', id: trainingPlanId }
  if (productId)
    return {
      kind: 'product',
      id: productId,
      ...(await db
        .selectFrom('product')
        .select(['category_id as categoryId', 'allow_discount as allowDiscount'])
        .where('id', '=', productId)
        .executeTakeFirstOrThrow()),
    }
  const { id, allowDiscount } = await db
    .selectFrom('class')
    .select(['id', 'allow_discount as allowDiscount'])
    .where('id', '=', classId ?? 0)
    .executeTakeFirstOrThrow()
  return { kind: 'event', id, allowDiscount }
}
