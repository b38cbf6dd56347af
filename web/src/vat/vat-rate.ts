import type { Output } from '@honbu/contract/endpoint.ts'
import { type getVat, usesVat, type VatCategory, type VatCode } from '@honbu/contract/vat.ts'

export type Vat = Output<typeof getVat>

/** The VAT rate of a price: its own, or that of its kind. */
export interface RateOf {
  readonly vat: Vat
  readonly own: VatCode | null
  readonly category: VatCategory | null
}

/** The percentage of VAT in a price today; 0 for a club that isn't registered. */
export function percentOf({ vat, own, category }: RateOf): number {
  if (!usesVat(vat)) return 0
  const code = own ?? (category && vat.codes[category])
  return vat.rateChoices.find(({ vatCodeId }) => vatCodeId === code)?.percent ?? 0
}
