import type { Gap as GapRow } from '@honbu/contract/charging.ts'
import { settleGapsFields } from '@honbu/contract/charging.ts'
import { counted, currency, mediumDate } from '@honbu/contract/format.ts'
import { writtenLines } from '@honbu/contract/written.ts'
import * as z from 'zod/mini'

export type Gap = z.output<typeof GapRow>

/** '1 Sep 2026 to 9 Mar 2027, 6 periods' */
export const gapDays = ({ from, until, periods }: Pick<Gap, 'from' | 'until' | 'periods'>): string =>
  `${mediumDate(from)} to ${mediumDate(until)}, ${counted(periods.length, 'period')}`

export const gapKey = ({ clubMemberId, from }: Pick<Gap, 'clubMemberId' | 'from'>): string => `${clubMemberId} ${from}`

/** The choices of the dialog. */
export const GapChoice = z
  .object({
    charge: z.enum(['all', 'last', 'none']),
    /** The number of last periods to charge. */
    periods: z.nullable(settleGapsFields.charge),
    rest: settleGapsFields.rest,
    reason: writtenLines(400),
    joiningFee: z.boolean(),
  })
  .check(context => {
    const { charge, periods, rest, reason } = context.value
    const add = (path: string, message: string) =>
      context.issues.push({ code: 'custom', input: context.value, path: [path], message })
    if (charge === 'last' && !periods) add('periods', 'Type a number')
    if (charge !== 'all' && rest === 'waived' && reason === '') add('reason', 'Say why')
  })

type Choice = z.input<typeof GapChoice>

/** The number of last periods that a choice charges; null for all. */
export const periodsToCharge = ({ charge, periods }: Pick<Choice, 'charge' | 'periods'>): number | null =>
  charge === 'all' ? null : charge === 'none' ? 0 : (periods ?? 0)

/** The pounds that a choice charges, and the rest. */
function gapOutcome(gaps: readonly Gap[], choice: Choice): { charged: number; rest: number } {
  const most = periodsToCharge(choice)
  let charged = 0
  let rest = 0
  for (const { periods, joiningFee } of gaps) {
    const first = most === null ? 0 : Math.max(0, periods.length - most)
    periods.forEach(({ amount }, index) => {
      if (index < first) rest += pence(amount)
      else charged += pence(amount)
    })
    if (choice.joiningFee) charged += pence(joiningFee)
  }
  return { charged: charged / 100, rest: rest / 100 }
}

const pence = (pounds: number) => Math.round(pounds * 100)

/** 'We’ll charge £77.00 and waive £154.00.' */
export function outcomeWords(gaps: readonly Gap[], choice: Choice): string {
  const { charged, rest } = gapOutcome(gaps, choice)
  const parts = [
    charged > 0 && `charge ${currency(charged)}`,
    rest > 0 && (choice.rest === 'waived' ? `waive ${currency(rest)}` : `record ${currency(rest)} as paid elsewhere`),
  ].filter(part => part !== false)
  return parts.length === 0 ? 'Nothing changes.' : `We’ll ${parts.join(' and ')}.`
}
