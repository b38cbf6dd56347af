import { rulesOf } from '@honbu/contract/class-types.ts'
import { SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { PriceField } from '../vat/PriceField.tsx'
import { VatCodeField } from '../vat/VatCodeField.tsx'
import type { PartProps } from './use-class-form.ts'

/** What it costs; with its days where the type is of what happens once and is paid for. */
export function ClassCost({ form, choices, vat }: PartProps) {
  const { costs, costFirst, runs } = rulesOf(form.watch('classTypeId'))
  const category = costs === 'event' ? 'event' : 'class'
  return (
    <FormSection title={costFirst ? 'Dates and cost' : 'Cost'}>
      {costFirst && (
        <>
          <DateField {...form.field('startDate')} label="First day" required today={choices.today} />
          <DateField
            {...form.field('endDate')}
            label="Last day"
            required={runs === 'dated'}
            hint={runs === 'dated' ? 'The first day again for one day only.' : 'Empty: until further notice.'}
            today={choices.today}
          />
        </>
      )}
      <VatCodeField
        {...form.field('vatCodeId')}
        label="VAT rate"
        vat={vat}
        usual={{ category, text: costs === 'event' ? 'As other events' : 'As other classes' }}
      />
      <PriceField
        {...form.field('cost')}
        label="Cost"
        hint={
          costs === 'event' ? 'For the whole event. Leave blank if it’s free' : 'Each time. Leave blank if it’s free'
        }
        rate={{ vat, own: form.watch('vatCodeId') ?? null, category }}
      />
      {costs === 'visit' && (
        <SwitchField
          {...form.field('chargeOnAttendance')}
          label="Charge on attendance"
          hint="Whoever is marked present is charged."
        />
      )}
      <SwitchField
        {...form.field('allowDiscount')}
        label="Allow discount"
        hint="A member's discounts apply to the cost."
      />
    </FormSection>
  )
}
