import type { Kysely } from 'kysely'
import { lockAccounts } from '../ledger/index.ts'
import type { Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { type BestDiscounts, bestDiscounts, type GivenDiscount } from './best-discounts.ts'
import { lockLimited, rulesOfClubs } from './discount-rules.ts'
import { type MemberInClub, placeKey } from './places.ts'
import { pricedMembers } from './priced-members.ts'
import type { DiscountRule, PricedMember, PricedSubject } from './why-not.ts'

/** One price that is asked for: what, for whom, in which club, on which day of that club. */
export interface PriceQuestion extends MemberInClub {
  readonly kind: PricedSubject['kind']
  /** Of the training plan, the product, or the class. */
  readonly id: number
  /** Of a product. */
  readonly categoryId?: number | null
  /** `allowDiscount` of a product or class; false: the price stays as it is. */
  readonly allowDiscount?: boolean
  /** Before discounts, in whole pence. */
  readonly pence: number
  readonly code?: string | null
  readonly today: string
}

export interface Price {
  /** What is left to pay. 0: there is nothing to charge, and `recordUses` takes a use without a charge. */
  readonly pence: number
  readonly fullPence: number
  /** In the order in which they are taken off. */
  readonly discounts: readonly GivenDiscount[]
}

type Db = Kysely<Tables>

/** What one member pays. */
export async function priceFor(db: Db, question: PriceQuestion): Promise<Price> {
  const [price] = await pricesFor(db, [question])
  if (!price) throw new Error('a question has an answer')
  return price
}

/**
 * What members pay, in the order of the questions: a fixed number of queries, however many they are. What one question
 * uses of a discount that is limited, those after it no longer have.
 */
export async function pricesFor(db: Db, questions: readonly PriceQuestion[]): Promise<Price[]> {
  const answers = await answer(db, questions, await rulesOfClubs(db, clubsOf(questions), { onlyGiven: true }))
  return answers.map(({ pence, applied }, index) => ({
    pence,
    fullPence: questions[index]?.pence ?? pence,
    discounts: applied,
  }))
}

/**
 * The same for whoever charges it in this transaction. The members are locked first, as the ledger will, and then those
 * discounts of which there are only so many: what is answered is still there when `recordUses` writes it down, and of two
 * who charge at once one waits. Ask before the charges are posted.
 */
export async function pricesToCharge(tx: Write['tx'], questions: readonly PriceQuestion[]): Promise<Price[]> {
  await lockAccounts(tx, [...new Set(questions.map(({ memberId }) => memberId))])
  await lockLimited(tx, clubsOf(questions))
  return await pricesFor(tx, questions)
}

/** One price with the reasons, of discounts that are switched off too. */
export async function explainPrice(db: Db, question: PriceQuestion): Promise<BestDiscounts> {
  const [explained] = await explainPrices(db, [question])
  if (!explained) throw new Error('a question has an answer')
  return explained
}

/** The same of several, in the order of the questions; what one uses of a limited discount, those after it lack. */
export const explainPrices = async (db: Db, questions: readonly PriceQuestion[]): Promise<BestDiscounts[]> =>
  await answer(db, questions, await rulesOfClubs(db, clubsOf(questions), { onlyGiven: false }))

const clubsOf = (questions: readonly PriceQuestion[]) => [...new Set(questions.map(({ clubId }) => clubId))]

async function answer(
  db: Db,
  questions: readonly PriceQuestion[],
  rules: ReadonlyMap<number, readonly DiscountRule[]>,
): Promise<BestDiscounts[]> {
  // Most clubs give none most of the time: nothing more is asked then.
  const asked = questions.filter(({ clubId }) => (rules.get(clubId) ?? []).length > 0)
  const members = await pricedMembers(db, asked, [...rules.values()].flat())
  const uses = usesAmongThese()
  return questions.map(question => {
    const member = members.get(placeKey(question))
    const { pence, today, code = null } = question
    if (!member) return { pence, applied: [], refused: [] }
    const discounts = (rules.get(question.clubId) ?? []).map(rule => uses.seenBy(rule))
    const best = bestDiscounts({
      subject: subjectOf(question),
      pence,
      member: { ...member, uses: uses.ofMember(question.memberId, member) },
      discounts,
      today,
      code,
    })
    for (const { discountId } of best.applied) uses.add(question.memberId, discountId)
    return best
  })
}

const subjectOf = ({ kind, id, categoryId = null, allowDiscount = true }: PriceQuestion): PricedSubject => ({
  kind,
  id,
  categoryId,
  allowsDiscount: allowDiscount,
})

/** What the answers so far use, beside what the database knows. */
function usesAmongThese() {
  const inAll = new Map<number, number>()
  const byMember = new Map<number, Map<number, number>>()
  const addTo = (counts: Map<number, number>, id: number, count = 1) => counts.set(id, (counts.get(id) ?? 0) + count)
  return {
    seenBy: (rule: DiscountRule): DiscountRule => ({ ...rule, uses: rule.uses + (inAll.get(rule.discountId) ?? 0) }),
    ofMember(memberId: number, { uses }: PricedMember): ReadonlyMap<number, number> {
      const here = byMember.get(memberId)
      if (!here) return uses
      const sum = new Map(uses)
      for (const [discountId, count] of here) addTo(sum, discountId, count)
      return sum
    },
    add(memberId: number, discountId: number) {
      addTo(inAll, discountId)
      const own = byMember.get(memberId) ?? new Map<number, number>()
      byMember.set(memberId, own)
      addTo(own, discountId)
    },
  }
}
