import type { Kysely } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { rulesOfClubs } from './discount-rules.ts'
import { explainPrices, type PriceQuestion } from './prices-for.ts'
import { sameCode } from './why-not.ts'

/**
 * Why a code that was said takes nothing off any of these prices, as a sentence for whoever typed it; empty: it takes
 * something off one of them, or there is no price to take it off.
 */
export async function whyNotByCode(
  db: Kysely<Tables>,
  {
    clubId,
    code,
    questions,
  }: { readonly clubId: number; readonly code: string; readonly questions: readonly PriceQuestion[] },
): Promise<string> {
  if (questions.length === 0) return ''
  const rules = (await rulesOfClubs(db, [clubId], { onlyGiven: false })).get(clubId) ?? []
  const said = rules.filter(rule => sameCode(rule.code, code))
  if (said.length === 0) return 'No discount of this club has that code.'
  const answers = await explainPrices(db, questions)
  const isSaid = ({ discountId }: { readonly discountId: number }) => said.some(rule => rule.discountId === discountId)
  if (answers.some(({ applied }) => applied.some(isSaid))) return ''
  const reasons = answers.flatMap(({ refused }) => refused.filter(isSaid))
  return [...new Set(reasons.map(({ name, reason }) => `${name}: ${reason}`))].join(' ')
}
