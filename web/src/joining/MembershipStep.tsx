import { ageWords, categoryFor, fitsAge } from '@honbu/contract/category-ages.ts'
import { currency } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import { membershipFields, termsRule } from '@honbu/contract/joining-fields.ts'
import { whyNotForBuyer } from '@honbu/contract/plan-price.ts'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { nameOf } from '../people/person-name.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Segmented } from '../ui/Segmented.tsx'
import css from './Joining.module.css'
import { StepForm } from './StepForm.tsx'
import type { StepProps } from './step-props.ts'
import { type Choices, filled, type TermsValues, type WayToJoin, waysToJoin } from './wizard.ts'

const TermsForm = z.object({ joinsAs: z.enum(waysToJoin), ...membershipFields }).check(termsRule, context => {
  const { joinsAs, trainingPlanId, trialStart } = context.value
  const tell = (field: string, message: string) =>
    context.issues.push({ code: 'custom', input: context.value, path: [field], message })
  if (joinsAs === 'member' && trainingPlanId === null) tell('trainingPlanId', 'Choose a plan')
  if (joinsAs === 'trial' && trialStart === null) tell('trialStart', 'Give the day of the trial')
})

/** How somebody begins: asks only, comes for a trial, or joins with a plan. */
export function MembershipStep({ choices, joiner, problems, changeJoiner, next, back, who }: StepProps) {
  const { today, categories, plans } = choices
  const { dob } = joiner.person
  const proposed = categoryFor(categories, dob, today)?.categoryId ?? null
  const form = useForm({
    schema: filled(TermsForm),
    values: { ...joiner.membership, categoryId: joiner.membership.categoryId ?? proposed },
    async save() {
      return {}
    },
    saved() {
      const membership: TermsValues = form.getValues()
      next(now => ({
        ...now,
        joiners: now.joiners.map((each, index) =>
          index === who ? { ...each, membership, done: [...new Set([...each.done, 'membership' as const])] } : each,
        ),
      }))
    },
  })
  const { joinsAs, categoryId, trainingPlanId, subFrequencyId, memberSince, nextPayment, trialPlanId } = form.watch()
  const category = categories.find(each => each.categoryId === categoryId)
  const plan = plans.find(each => each.trainingPlanId === trainingPlanId)
  const tried = plans.find(each => each.trainingPlanId === trialPlanId)
  const whyNot = plan && whyNotForBuyer(plan.name, plan, { dob, categoryId, today })
  const price = plan?.prices.find(each => each.subFrequencyId === subFrequencyId)

  function joinAs(way: WayToJoin) {
    const terms = form.getValues()
    const withoutPlan = { trainingPlanId: null, subFrequencyId: null, paymentMethodId: null }
    const withoutDays = { memberSince: null, memberUntil: null, nextRenewal: null, nextPayment: null }
    form.reset(
      {
        ...terms,
        joinsAs: way,
        ...(way === 'member' ? { memberSince: terms.memberSince ?? today } : { ...withoutPlan, ...withoutDays }),
        trialStart: way === 'trial' ? (terms.trialStart ?? today) : null,
        trialPlanId: way === 'trial' ? terms.trialPlanId : null,
      },
      { keepDefaultValues: true },
    )
    changeJoiner({ membership: form.getValues() })
  }

  // Another plan is paid in its own ways.
  const { setValue } = form
  useEffect(() => {
    if (price === undefined && subFrequencyId !== (plan?.prices[0]?.subFrequencyId ?? null))
      setValue('subFrequencyId', plan?.prices[0]?.subFrequencyId ?? null, { shouldDirty: true })
  }, [plan, price, subFrequencyId, setValue])

  return (
    <StepForm form={form} problems={problems} typed={membership => changeJoiner({ membership })} back={back}>
      <div className={css.ways}>
        <Segmented label={`${nameOf(joiner.person)}…`} options={wayOptions} value={joinsAs} onChoose={joinAs} />
        <p className={css.soft}>{wayWords[joinsAs]}</p>
      </div>
      {joinsAs === 'member' && (
        <FormSection title="Plan" hint={plans.length === 0 && 'This club has no plans with a price yet.'}>
          <SelectField
            {...form.field('trainingPlanId')}
            label="Training plan"
            required
            hint={whyNot}
            options={[
              { value: null, text: 'Choose…' },
              ...plans.map(each => ({ value: each.trainingPlanId, text: planText(each) })),
            ]}
          />
          {whyNot && choices.isAdmin && (
            <TextAreaField
              {...form.field('exceptionReason')}
              label="Why this plan all the same"
              hint="The reason stands in the history."
              required
            />
          )}
          {plan && (
            <SelectField
              {...form.field('subFrequencyId')}
              label="Paid"
              required
              options={plan.prices.map(each => ({ value: each.subFrequencyId, text: priceText(each) }))}
            />
          )}
          <SelectField
            {...form.field('paymentMethodId')}
            label="Paid by"
            options={[{ value: null, text: 'Not known yet' }, ...optionsOf(choices.paymentMethods)]}
          />
          {price && (
            <p className={css.price} role="status">
              <strong>{currency(price.subPrice)}</strong> {frequency(price.subFrequencyId)}
              {price.subPrice > 0 && !nextPayment && memberSince && ', first on the day of joining'}
            </p>
          )}
        </FormSection>
      )}
      {joinsAs !== 'enquiry' && (
        <FormSection title="Days">
          {joinsAs === 'member' && (
            <>
              <DateField {...form.field('memberSince')} label="Member since" hint="Empty: today." today={today} />
              <DateField
                {...form.field('nextPayment')}
                label="First payment"
                hint="Empty: the day of joining."
                today={today}
              />
              <DateField {...form.field('nextRenewal')} label="Next renewal" today={today} />
              <DateField {...form.field('memberUntil')} label="Member until" hint="Empty: no end." today={today} />
            </>
          )}
          <DateField
            {...form.field('trialStart')}
            label={joinsAs === 'trial' ? 'Trial begins' : 'Trial began'}
            required={joinsAs === 'trial'}
            today={today}
          />
          {joinsAs === 'trial' && (
            <SelectField
              {...form.field('trialPlanId')}
              label="Trial of"
              hint={tried && (whyNotForBuyer(tried.name, tried, { dob, categoryId, today }) || trialHint(tried))}
              options={[
                { value: null, text: 'No plan yet' },
                ...plans.map(each => ({ value: each.trainingPlanId, text: each.name })),
              ]}
            />
          )}
        </FormSection>
      )}
      <FormSection title="Belongs to">
        <SelectField
          {...form.field('categoryId')}
          label="Category"
          hint={categoryHint(category, { categoryId, proposed, dob, today })}
          options={[
            { value: null, text: 'None' },
            ...categories.map(each => ({ value: each.categoryId, text: `${each.name}${ageWords(each)}` })),
          ]}
        />
        <SelectField
          {...form.field('marketingSourceId')}
          label="How did they hear of the club?"
          options={[{ value: null, text: 'Not known' }, ...optionsOf(choices.marketingSources)]}
        />
      </FormSection>
    </StepForm>
  )
}

const wayOptions = [
  { value: 'enquiry', text: 'Asks only' },
  { value: 'trial', text: 'Comes for a trial' },
  { value: 'member', text: 'Joins now' },
] as const

const wayWords: Readonly<Record<WayToJoin, string>> = {
  enquiry: 'Becomes an enquiry; a booking makes a prospect of it.',
  trial: 'Becomes a prospect.',
  member: 'Becomes an active member.',
}

type Plan = Choices['plans'][number]
type Price = Plan['prices'][number]

const frequency = (id: number) => (names[id] ?? '').toLowerCase()

const priceText = ({ subFrequencyId, subPrice }: Price) => `${names[subFrequencyId] ?? ''}, ${currency(subPrice)}`

/** With its lowest price: which there are is chosen next. */
function planText({ name, prices }: Plan): string {
  const [lowest] = prices.toSorted((a, b) => a.subPrice - b.subPrice)
  if (!lowest) return name
  return `${name}, ${prices.length > 1 ? 'from ' : ''}${currency(lowest.subPrice)}`
}

/** How long a trial of a plan is, and what it costs. */
const trialHint = ({ trialDays, trialPrice }: Plan) =>
  `${trialDays} days, ${trialPrice > 0 ? currency(trialPrice) : 'free'}`

const optionsOf = (rows: readonly { id: number; name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, text: name }))

interface OfCategory {
  categoryId: number | null
  proposed: number | null
  dob: string | null
  today: string
}

function categoryHint(
  category: Choices['categories'][number] | undefined,
  { categoryId, proposed, dob, today }: OfCategory,
) {
  if (category && !fitsAge(category, dob, today)) return 'Is for another age.'
  return categoryId !== null && categoryId === proposed && 'Proposed by age.'
}
