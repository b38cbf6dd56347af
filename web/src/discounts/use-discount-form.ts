import { DiscountFields, type getDiscountChoices, saveDiscount } from '@honbu/contract/discounts.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { useNavigate } from '@tanstack/react-router'
import { useWrite } from '../app/api.ts'
import { useForm } from '../ui/form/use-form.ts'
import { discountAddress } from './discount-address.ts'
import type { DiscountRecord } from './discount-text.ts'
import { type DiscountValues, valuesOf } from './discount-values.ts'

export type Choices = Output<typeof getDiscountChoices>

export function useDiscountForm(clubId: number, discount: DiscountRecord | undefined) {
  const navigate = useNavigate()
  const save = useWrite(saveDiscount)
  return useForm({
    schema: DiscountFields,
    values: valuesOf(discount),
    version: discount?.version,
    save: (values, version) => save.mutateAsync({ id: discount?.discountId ?? 0, clubId, version, ...values }),
    saved: ({ discountId }) => navigate({ to: discountAddress(discountId) as '/' }),
    fromRecord: (record: DiscountRecord): DiscountValues => valuesOf(record),
  })
}

/** What a section of the form needs. */
export interface SectionProps {
  form: ReturnType<typeof useDiscountForm>
  choices: Choices
}

/** Choices by name, as a list of checkboxes takes them. */
export const optionsOf = (list: readonly { id: number; name: string }[]) =>
  list.map(({ id, name }) => ({ value: id, text: name }))
