import type { VatSum } from '@honbu/contract/vat.ts'
import { pounds } from '../platform/money.ts'

/** An amount with what of it is VAT. */
export interface Taxed {
  readonly pence: number
  /** Without them there is no VAT to speak of: the club wasn't registered. */
  readonly vatName: string | null
  /** Hundredths of a percent. */
  readonly vatRate: number | null
  readonly vatPence: number | null
}

/** What amounts add up to at each rate, the highest first. */
export function vatSums(amounts: readonly Taxed[]): VatSum[] {
  const sums = new Map<string, { name: string; rate: number; pence: number; vatPence: number }>()
  for (const { pence, vatName, vatRate, vatPence } of amounts) {
    if (vatName === null || vatRate === null || vatPence === null) continue
    const key = `${vatName} ${vatRate}`
    const sum = sums.get(key) ?? { name: vatName, rate: vatRate, pence: 0, vatPence: 0 }
    sums.set(key, { ...sum, pence: sum.pence + pence, vatPence: sum.vatPence + vatPence })
  }
  return [...sums.values()]
    .sort((one, other) => other.rate - one.rate || one.name.localeCompare(other.name, 'en-GB'))
    .map(({ name, rate, pence, vatPence }) => ({
      ...{ name, percent: rate / 100, amount: pounds(pence), vat: pounds(vatPence) },
    }))
}
