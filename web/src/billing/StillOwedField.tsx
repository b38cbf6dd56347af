import { currency } from '@honbu/contract/format.ts'
import { useEffect } from 'react'
import { type Control, type FieldValues, useController, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { SelectField } from '../ui/form/fields.tsx'
import type { Payment } from './transaction.ts'

/** Whether what a refund had paid is owed again: asked, not guessed. */
export const stillOwed = z.boolean({ error: 'Say whether it is still owed' })

interface Refunding extends FieldValues {
  amount: number
  isStillOwed: boolean
}

interface Props<V extends Refunding> {
  payment: Payment
  // biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, as in fields.tsx
  control: Control<V, any, any>
}

/** Pounds of a refund that had settled something: credit goes back first. */
export function settledOf({ amount, returned, allocations }: Payment, refunded: number): number {
  const pence = (pounds: number) => Math.round(pounds * 100)
  const settled = allocations.reduce((sum, each) => sum + pence(each.amount), 0)
  const credit = pence(amount) - pence(returned) - settled
  return Math.min(settled, Math.max(0, pence(refunded) - Math.max(0, credit))) / 100
}

/** The first answer to the question: none if the refund had paid something, otherwise yes. */
export const startOf = (payment: Payment, refunded: number) =>
  // The form has no answer yet, but its type is of the answer that the rules then ask for.
  (settledOf(payment, refunded) > 0 ? null : true) as unknown as boolean

/** Asks what becomes of what a refund had paid, with both outcomes; nothing where it had paid nothing. */
export function StillOwedField<V extends Refunding>({ payment, control }: Props<V>) {
  const amount: unknown = useWatch({ control, name: 'amount' as never })
  const settled = settledOf(payment, typeof amount === 'number' ? amount : 0)
  const { field } = useController({ control, name: 'isStillOwed' as never })
  const { value, onChange } = field
  // A question that isn't shown needs no answer.
  useEffect(() => {
    if (settled === 0 && value === null) onChange(true)
  }, [settled, value, onChange])
  if (settled === 0) return null
  return (
    <SelectField
      name={'isStillOwed' as never}
      control={control}
      label="Is it still owed?"
      required
      options={[
        { value: null, text: 'Choose…' },
        { value: true, text: `Yes: ${currency(settled)} is owed again` },
        { value: false, text: `No: ${currency(settled)} is given up` },
      ]}
      isWide
    />
  )
}
