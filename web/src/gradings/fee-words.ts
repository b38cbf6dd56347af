import { currency } from '@honbu/contract/format.ts'
import type { Candidate } from './candidates.ts'

/**
 * Says what saving results charges, whom it doesn't charge, and who has paid: 'Charges 45 × £25.00 (£1,125.00). 2 have paid.'
 * A member with results in two disciplines is charged once. Empty where the grading costs nobody anything.
 */
export function feeWords(rows: readonly Candidate[]): string {
  const members = [...new Map(rows.map(row => [row.memberId, row])).values()]
  const charged = Map.groupBy(
    members.filter(({ feeToCharge }) => feeToCharge > 0),
    ({ feeToCharge }) => feeToCharge,
  )
  const prices = [...charged].sort(([one], [other]) => other - one)
  const count = (standing: Candidate['feeStanding']) => members.filter(row => row.feeStanding === standing).length
  const [paid, before] = [count('paid'), count('charged')]
  const free = members.length - paid - before - prices.reduce((sum, [, each]) => sum + each.length, 0)
  if (prices.length + paid + before === 0) return ''
  const all = prices.reduce((sum, [price, each]) => sum + Math.round(price * 100) * each.length, 0) / 100
  const parts = prices.map(([price, each]) => `${each.length} × ${currency(price)}`)
  return [
    prices.length === 0 ? 'Charges nobody.' : `Charges ${parts.join(' and ')} (${currency(all)}).`,
    paid > 0 && `${paid} ${paid === 1 ? 'has' : 'have'} paid.`,
    before > 0 && `${before} ${before === 1 ? 'was' : 'were'} charged before and ${before === 1 ? 'owes' : 'owe'} it.`,
    free > 0 && `${free} ${free === 1 ? 'pays' : 'pay'} nothing.`,
  ]
    .filter(Boolean)
    .join(' ')
}
