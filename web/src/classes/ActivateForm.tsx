import { date } from '@honbu/contract/calendar.ts'
import { currency } from '@honbu/contract/format.ts'
import { actionType, choicesOf, paymentMethod } from '@honbu/contract/ids.ts'
import { getTrialPlans, previewTrialAction, saveTrialAction } from '@honbu/contract/trials.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { BillPreview } from '../charging/BillPreview.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import type { TrialForm } from './trial-form.ts'

const chosen = (error: string) => z.nullable(z.int()).check(z.refine(value => value !== null, { error }))
const Fields = z.object({
  trainingPlanId: chosen('Choose a plan.'),
  subFrequencyId: chosen('Choose how often it is paid.'),
  paymentMethodId: z.nullable(z.int()),
  startDate: z.nullable(date).check(z.refine(value => value !== null, { error: 'Give the day on which it starts.' })),
  enrol: z.boolean(),
})

/** Joining: a plan, how often and by what it is paid, and from when. */
export function ActivateForm({ memberId, classId, classDate, className, clubId, today, onDone, onClose }: TrialForm) {
  const plans = useRead(getTrialPlans, { id: clubId })
  const save = useWrite(saveTrialAction)
  const values: z.infer<typeof Fields> = {
    ...{ trainingPlanId: null, subFrequencyId: null, paymentMethodId: null },
    ...{ startDate: today, enrol: true },
  }
  const form = useForm({
    schema: Fields,
    values,
    save: values =>
      save.mutateAsync({ id: memberId, classId, classDate, actionTypeId: actionType.activated, ...values }),
    saved: onDone,
  })
  const planId = form.watch('trainingPlanId')
  const frequencyId = form.watch('subFrequencyId')
  const prices = plans.data?.find(plan => plan.trainingPlanId === planId)?.prices ?? []

  // The price that was chosen may be one that the other plan does not have; a single one is not worth a question.
  const { setValue } = form
  const only = prices.length === 1 ? (prices[0]?.subFrequencyId ?? null) : null
  const isOffered = prices.some(({ subFrequencyId }) => subFrequencyId === frequencyId)
  useEffect(() => {
    if (planId !== null && !isOffered && frequencyId !== only) setValue('subFrequencyId', only)
  }, [planId, isOffered, frequencyId, only, setValue])

  // With one plan there’s nothing to choose.
  const onlyPlan = plans.data?.length === 1 ? plans.data[0]?.trainingPlanId : undefined
  useEffect(() => {
    if (planId === null && onlyPlan !== undefined) setValue('trainingPlanId', onlyPlan)
  }, [planId, onlyPlan, setValue])

  const joins = { ...form.watch(), actionTypeId: actionType.activated }
  const isWhole = isOffered && Fields.safeParse(joins).success
  const bill = useRead(
    previewTrialAction,
    { id: memberId, classId, classDate, ...joins },
    { enabled: isWhole, placeholderData: keepPreviousData, retry: false },
  )

  if (plans.error && !plans.data) return <ErrorState title="The plans could not be loaded." error={plans.error} />
  if (!plans.data) return <SkeletonRows count={3} height="56px" />
  if (plans.data.length === 0) return <p>This club has no training plan with a price yet: nobody can join without.</p>
  return (
    <Form form={form} submit="Activate" cancel={onClose} isInDialog>
      <FormSection title="Membership">
        <SelectField
          {...form.field('trainingPlanId')}
          label="Plan"
          required
          options={[
            { value: null, text: 'Choose a plan' },
            ...plans.data.map(plan => ({ value: plan.trainingPlanId, text: plan.name })),
          ]}
        />
        <SelectField
          {...form.field('subFrequencyId')}
          label="Paid"
          required
          options={[
            { value: null, text: planId === null ? 'Choose a plan first' : 'Choose how often' },
            ...prices.map(({ subFrequencyId, subFrequency, subPrice }) => ({
              value: subFrequencyId,
              text: `${subFrequency}: ${currency(subPrice)}`,
            })),
          ]}
        />
        <SelectField
          {...form.field('paymentMethodId')}
          label="Paid by"
          options={[{ value: null, text: 'Not known yet' }, ...choicesOf(paymentMethod)]}
        />
        <DateField {...form.field('startDate')} label="Starts" required today={today} />
        <SwitchField {...form.field('enrol')} label={`Enrol in ${className}`} />
        <BillPreview answer={bill} today={today} isWhole={isWhole} />
      </FormSection>
    </Form>
  )
}
