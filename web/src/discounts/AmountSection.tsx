import { useState } from 'react'
import { FormSection } from '../ui/form/Form.tsx'
import { MoneyField, TextField } from '../ui/form/fields.tsx'
import { PercentField } from '../ui/form/PercentField.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import css from './Discounts.module.css'
import type { SectionProps } from './use-discount-form.ts'

const kinds = [
  { value: 'percent', text: 'Percentage' },
  { value: 'amount', text: 'Amount' },
] as const

/** What it is called, and how much it takes off: one of the two. */
export function AmountSection({ form }: Pick<SectionProps, 'form'>) {
  const [kind, setKind] = useState<'percent' | 'amount'>(form.getValues('amount') === null ? 'percent' : 'amount')
  function choose(chosen: 'percent' | 'amount') {
    if (chosen === kind) return
    setKind(chosen)
    form.setValue(kind, null, { shouldDirty: true })
  }
  return (
    <FormSection title="Discount">
      <TextField {...form.field('name')} label="Name" required maxLength={100} autoFocus />
      <TextField
        {...form.field('code')}
        label="Code"
        maxLength={40}
        hint="Only who says it gets the discount; left empty, it is given by itself."
      />
      <div className={css.wide}>
        <Segmented label="Takes off" options={kinds} value={kind} onChoose={choose} />
      </div>
      {kind === 'percent' ? (
        <PercentField {...form.field('percent')} label="Percentage" required hint="Of the list price." />
      ) : (
        <MoneyField
          {...form.field('amount')}
          label="Amount"
          required
          hint="Taken off each line of a basket once, however many of the product are in it. Never more than the price."
        />
      )}
    </FormSection>
  )
}
