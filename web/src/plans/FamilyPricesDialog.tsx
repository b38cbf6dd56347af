import { FamilyPriceFields, previewFamilyPrices, saveFamilyPrices } from '@honbu/contract/family-prices.ts'
import { counted, currency } from '@honbu/contract/format.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead, useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { MoneyField, NumberField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import css from './Plans.module.css'
import type { FamilyPrices } from './plan-texts.ts'

interface Props {
  clubId: number
  prices: FamilyPrices
  onClose: () => void
}

/** What further members of a family pay less, in which plans, and who pays another price by it. */
export function FamilyPricesDialog({ clubId, prices, onClose }: Props) {
  const write = useWrite(saveFamilyPrices)
  const form = useForm({
    schema: FamilyPriceFields,
    values: valuesOf(prices),
    version: prices.version,
    // The first time, the plans are suggested and can be saved as they are.
    isEdit: prices.isSet,
    save: (values, version) => write.mutateAsync({ clubId, version, ...values }),
    saved: () => {
      showToast({ message: 'Family prices saved' })
      onClose()
    },
    fromRecord: (current: FamilyPrices) => valuesOf(current),
  })
  const checked = FamilyPriceFields.safeParse(form.watch())
  const preview = useRead(
    previewFamilyPrices,
    { clubId, ...(checked.data ?? valuesOf(prices)) },
    { enabled: checked.success, placeholderData: keepPreviousData },
  )
  return (
    <Dialog title="Family prices" isOpen onClose={onClose}>
      <Form form={form} submit="Save family prices" cancel={onClose} isInDialog>
        <NumberField {...form.field('secondPercent')} label="Second member: percent off" />
        <MoneyField {...form.field('secondOff')} label="Second member: amount off" />
        <NumberField
          {...form.field('thirdPercent')}
          label="Third and further: percent off"
          hint="Leave blank for the same as the second."
        />
        <MoneyField {...form.field('thirdOff')} label="Third and further: amount off" />
        <MultiSelectField
          {...form.field('planIds')}
          label="Plans that use them"
          options={prices.plans.map(({ planId, name }) => ({ value: planId, text: name }))}
          isWide
        />
        {preview.data && checked.success && (
          <div className={css.soft} role="status">
            {preview.data.members === 0
              ? 'No one’s payments change.'
              : `${counted(preview.data.members, 'member')} will pay another amount from their next payment:`}
            {preview.data.members > 0 && (
              <ul>
                {preview.data.some.slice(0, 5).map(({ memberId, name, planName, before, after }) => (
                  <li key={`${memberId} ${planName}`}>
                    {name}, {planName}: {currency(after)} instead of {currency(before)}
                  </li>
                ))}
                {preview.data.members > Math.min(5, preview.data.some.length) && (
                  <li>and {preview.data.members - Math.min(5, preview.data.some.length)} more</li>
                )}
              </ul>
            )}
          </div>
        )}
      </Form>
    </Dialog>
  )
}

/** The first time, all plans without family prices of their own are to use them. */
const valuesOf = ({ secondPercent, secondOff, thirdPercent, thirdOff, isSet, plans }: FamilyPrices) => ({
  ...{ secondPercent, secondOff, thirdPercent, thirdOff },
  planIds: plans.filter(plan => plan.usesThem || (!isSet && !plan.hasOwn)).map(({ planId }) => planId),
})
