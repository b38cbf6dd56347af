import { bulkChanges } from '@honbu/contract/bulk.ts'
import { addMonths } from '@honbu/contract/calendar.ts'
import { choicesOf, names, subFrequency } from '@honbu/contract/ids.ts'
import { planChangeReasons } from '@honbu/contract/move-reasons.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { MoneyField, SelectField } from '../../ui/form/fields.tsx'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import type { ChangeFormProps } from './form-props.ts'
import { useChangeForm } from './use-change-form.ts'

export function PlanForm({ choices, onPreview, onCancel }: ChangeFormProps) {
  const form = useChangeForm(
    bulkChanges.plan,
    {
      ...{ kind: 'plan' as const, trainingPlanId: null as number | null, subFrequencyId: null as number | null },
      ...{
        price: 'plan' as 'plan' | 'kept' | 'own',
        subPrice: null as number | null,
        from: null as string | null,
        reason: '',
      },
    },
    onPreview,
  )
  const plan = choices.plans.find(({ trainingPlanId }) => trainingPlanId === form.watch('trainingPlanId'))
  const frequencies = plan
    ? plan.prices.map(({ subFrequencyId }) => ({ value: subFrequencyId, text: names[subFrequencyId] ?? '' }))
    : choicesOf(subFrequency)
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <SelectField
        {...form.field('trainingPlanId')}
        label="Plan"
        options={[
          { value: null, text: 'The plan they have' },
          ...choices.plans.map(({ trainingPlanId, name }) => ({ value: trainingPlanId, text: name })),
        ]}
      />
      <SelectField
        {...form.field('subFrequencyId')}
        label="Frequency"
        options={[{ value: null, text: 'As it is' }, ...frequencies]}
      />
      <SelectField
        {...form.field('price')}
        label="Price"
        options={[
          { value: 'plan', text: 'The plan’s price' },
          { value: 'kept', text: 'The price they have' },
          { value: 'own', text: 'Another price' },
        ]}
      />
      {form.watch('price') === 'own' && <MoneyField {...form.field('subPrice')} label="Price a period" required />}
      <DateField
        {...form.field('from')}
        label="From"
        hint="Leave blank for today. Days already charged keep their price."
        today={choices.today}
      />
      <ReasonField {...form.field('reason')} label="Reason (optional)" reasons={planChangeReasons} />
    </Form>
  )
}

export function PaymentMethodForm({ choices, onPreview, onCancel }: ChangeFormProps) {
  const form = useChangeForm(
    bulkChanges.paymentMethod,
    { kind: 'paymentMethod' as const, paymentMethodId: choices.paymentMethods[0]?.id ?? 0 },
    onPreview,
  )
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <SelectField
        {...form.field('paymentMethodId')}
        label="Way to pay"
        required
        options={choices.paymentMethods.map(({ id, name }) => ({ value: id, text: name }))}
      />
    </Form>
  )
}

export function NextPaymentForm({ choices: { today }, onPreview, onCancel }: ChangeFormProps) {
  const form = useChangeForm(
    bulkChanges.nextPayment,
    { kind: 'nextPayment' as const, nextPayment: addMonths(`${today.slice(0, 8)}01`, 1) },
    onPreview,
  )
  return (
    <Form form={form} submit="Preview" cancel={onCancel} isInDialog>
      <DateField {...form.field('nextPayment')} label="Next payment" required today={today} />
    </Form>
  )
}
