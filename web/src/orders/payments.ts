/** What is paid now by one method, in pounds. */
export interface Paid {
  readonly paymentMethodId: number
  readonly amount: number
  readonly reference: string
}

/** How it is paid: all of it by one method (its id), later, or shared out over several. */
export type Way = number | 'account' | 'split'

/** What a person has written for each method; null: nothing, undefined: something that is no amount. */
export type Split = Readonly<Record<number, number | null | undefined>>

const pence = (pounds: number) => Math.round(pounds * 100)

/** What the server is told. Nothing is paid where nothing is due. */
export function paymentsOf(way: Way, due: number, split: Split, reference: string): Paid[] {
  if (way === 'account' || due <= 0) return []
  if (way === 'split')
    return Object.entries(split).flatMap(([id, amount]) =>
      amount == null || amount <= 0 ? [] : [{ paymentMethodId: Number(id), amount, reference: '' }],
    )
  return [{ paymentMethodId: way, amount: due, reference }]
}

/** What was written for a method cannot be read: what is owed would be guessed. */
export const isUnreadable = (way: Way, split: Split): boolean =>
  way === 'split' && Object.values(split).includes(undefined)

/** What is missing of cash that was counted out; 0 where none was, or it is enough. */
export const shortOf = (due: number, given: number | undefined): number =>
  given === undefined ? 0 : Math.max(0, owedAfter(due, [{ amount: given }]))

/** What is left to be owed; below zero more is paid than is due. */
export const owedAfter = (due: number, payments: readonly Pick<Paid, 'amount'>[]): number =>
  (pence(due) - payments.reduce((sum, { amount }) => sum + pence(amount), 0)) / 100
