import type { Input } from '@honbu/contract/endpoint.ts'
import type { quoteOrder as call } from '@honbu/contract/orders.ts'
import { sql } from 'kysely'
import { pricesFor, whyNotByCode } from '../discounts/index.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import { stockOfShelf } from '../shop/index.ts'
import { type BasketLine, findLine, priceQuestion, requireBuyers } from './basket.ts'

export async function quoteOrder(context: Read, input: Input<typeof call>) {
  const { db } = context
  const { clubId, code } = input
  const seller = await requireBuyers(db, context, input)
  const found: (BasketLine | Refused)[] = []
  for (const [index, line] of input.lines.entries())
    found.push(await findLine(db, seller, line, index).catch(asRefusal))
  const lines = found.filter((line): line is BasketLine => !(line instanceof Refused))
  const questions = lines.map(line => priceQuestion(line, { clubId, today: seller.today, code }))
  const prices = await pricesFor(db, questions)
  const codeProblem = code?.trim() ? await whyNotByCode(db, { clubId, code, questions }) : ''
  const priceOf = new Map(lines.map((line, index) => [line, prices[index]]))
  const stock = await stockForAll(context, clubId, lines)

  const owed = new Map<number, number>()
  const quoted = found.map(line => {
    if (line instanceof Refused)
      return { label: '', fullPrice: 0, price: 0, discounts: [], preOrdered: 0, problem: line.message }
    const { fullPence = 0, pence = 0, discounts = [] } = priceOf.get(line) ?? {}
    const { preOrdered, problem } = stock(line)
    owed.set(line.memberId, (owed.get(line.memberId) ?? 0) + pence)
    return {
      label: line.label,
      fullPrice: pounds(fullPence),
      price: pounds(pence),
      discounts: discounts.map(cut => ({ name: cut.name, amount: pounds(cut.pence) })),
      preOrdered,
      problem: line.event?.isCharged ? alreadyCharged : problem,
    }
  })
  const total = [...owed.values()].reduce((sum, pence) => sum + pence, 0)
  const credit = await creditOf(context, clubId, owed)
  return { lines: quoted, total: pounds(total), credit: pounds(credit), due: pounds(total - credit), codeProblem }
}

export const alreadyCharged = 'This has been charged already.'

function asRefusal(error: unknown): Refused {
  if (error instanceof Refused) return error
  throw error
}

/** What is left on each shelf as the lines before take from it; places of events likewise. */
async function stockForAll({ db }: Read, clubId: number, lines: readonly BasketLine[]) {
  const left = new Map<string, number>()
  for (const { goods } of lines)
    if (goods?.keepsStock) left.set(shelfKey(goods), await stockOfShelf(db, { ...goods, clubId }))
  return ({ goods, event, quantity, label }: BasketLine) => {
    if (event?.placesLeft === 0 && event.isPrebooked && !event.isBooked)
      return { preOrdered: 0, problem: `${label} is full.` }
    if (!goods?.keepsStock) return { preOrdered: 0, problem: '' }
    const free = left.get(shelfKey(goods)) ?? 0
    const missing = Math.max(0, quantity - free)
    left.set(shelfKey(goods), Math.max(0, free - quantity))
    if (missing === 0 || goods.allowPreOrder) return { preOrdered: missing, problem: '' }
    return { preOrdered: 0, problem: free === 0 ? 'None is left.' : `Only ${free} left.` }
  }
}

const shelfKey = ({ productId, variantId }: { productId: number; variantId: number | null }) =>
  `${productId} ${variantId}`

/** Of each member's credit as much as he would owe. */
async function creditOf({ db }: Read, clubId: number, owed: ReadonlyMap<number, number>): Promise<number> {
  const { rows } = await sql<{ memberId: number; pence: number }>`
    select member_id as "memberId", sum(pence)::integer as pence from open_credit
    where club_id = ${clubId} and member_id = any(${[...owed.keys()]}::bigint[]) group by member_id`.execute(db)
  return rows.reduce((sum, { memberId, pence }) => sum + Math.min(pence, owed.get(memberId) ?? 0), 0)
}
