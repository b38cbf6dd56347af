import type { FirstBill } from '@honbu/contract/charging.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import type * as z from 'zod/mini'

type Bill = z.output<typeof FirstBill>

const sum = (rows: readonly { amount: number }[]) =>
  rows.reduce((pence, { amount }) => pence + Math.round(amount * 100), 0) / 100

/**
 * A first bill in one or two sentences: 'Today £57.00 (£42.00 and the joining fee), then £42.00 monthly from 1 December
 * 2026.' Of several people the sums are of all of them, and what each has less is named. Only adds up what we'll charge.
 */
export function billWords({ lines, regular }: Bill, today: string): readonly string[] {
  const [first] = lines
  const days = first && lines.filter(({ on }) => on === first.on)
  const fee = sum(days?.filter(({ isJoiningFee }) => isJoiningFee) ?? [])
  const paid = days && sum(days)
  const people = new Set([...lines, ...regular].map(({ memberName }) => memberName)).size
  const feeWords = people === 1 ? 'the joining fee' : 'joining fees'
  const feePart =
    fee > 0 && paid !== undefined && (paid > fee ? ` (${currency(paid - fee)} and ${feeWords})` : ` (${feeWords})`)
  const later = [...Map.groupBy(regular, ({ frequency, from }) => `${frequency} ${from}`).values()].flatMap(each => {
    const [one] = each
    return one ? [`${currency(sum(each))} ${one.frequency.toLowerCase()} from ${longDate(one.from)}`] : []
  })
  const now =
    first &&
    paid !== undefined &&
    `${first.on === today ? 'Today' : `On ${longDate(first.on)}`} ${currency(paid)}${feePart || ''}`
  const whole = [now, ...later].filter(Boolean).join(', then ')
  const reduced = regular
    .filter(({ amount, fullAmount }) => amount < fullAmount)
    .map(
      ({ memberName, amount, fullAmount }) => `${memberName}: ${currency(amount)} instead of ${currency(fullAmount)}.`,
    )
  return [...(whole ? [`${people > 1 ? 'Together: ' : ''}${whole}.`] : []), ...reduced]
}
