import { usesVat, type VatCategory, vatWords } from '@honbu/contract/vat.ts'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { type Controlled, SelectField } from '../ui/form/fields.tsx'
import type { Vat } from './vat-rate.ts'

/** Chooses the VAT rate of something; for its kind's rate, `usual` names the kind. Not shown where no VAT is charged. */
export function VatCodeField<V extends FieldValues, N extends FieldPath<V>>(
  props: Controlled<V, N> & { vat: Vat; usual?: { category: VatCategory; text: string } },
) {
  const { vat, usual, ...field } = props
  if (!usesVat(vat)) return null
  const usualRate = usual && vat.rateChoices.find(({ vatCodeId }) => vatCodeId === vat.codes[usual.category])
  return (
    <SelectField
      {...field}
      isWide={usual !== undefined}
      options={[
        ...(usual && usualRate ? [{ value: null, text: `${usual.text}: ${vatWords(usualRate)}` }] : []),
        ...vat.rateChoices.map(choice => ({ value: choice.vatCodeId, text: vatWords(choice) })),
      ]}
    />
  )
}
