import { addDays, date } from '@honbu/contract/calendar.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { accounting, currency, longDate, mediumDate } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import { getJoiningChoices } from '@honbu/contract/joining.ts'
import { changePlan, previewPlanChange } from '@honbu/contract/membership.ts'
import { planChangeReasons } from '@honbu/contract/move-reasons.ts'
import { writtenLines } from '@honbu/contract/written.ts'
import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { ChargesAhead } from '../charging/ChargesAhead.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { MoneyField, SelectField, TextAreaField } from '../ui/form/fields.tsx'
import { ReasonField } from '../ui/form/ReasonField.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import type { MoveProps } from './dialog-props.ts'
import css from './Membership.module.css'
import type { Membership } from './membership.ts'

const chosen = (error: string) => z.nullable(z.int()).check(z.refine(value => value !== null, { error }))

const Fields = z.object({
  trainingPlanId: chosen('Choose a plan.'),
  subFrequencyId: chosen('Choose how often it is paid.'),
  subPrice: z.nullable(z.number()).check(z.refine(value => value !== null, { error: 'Give the price.' })),
  paymentMethodId: z.nullable(z.int()),
  nextPayment: z.nullable(date),
  from: z.nullable(date),
  paidDays: z.enum(['after', 'credit']),
  exceptionReason: writtenLines(500),
  term: z.enum(['charge', 'waive']),
  termReason: writtenLines(400),
  reason: writtenLines(200),
})

/** Another plan or price: what it changes, and on which day, stands beside it before anything is saved. */
export function ChangePlanDialog(props: MoveProps) {
  const choices = useRead(getJoiningChoices, { id: props.membership.clubId })
  return (
    <Dialog title={`Change ${props.name}’s plan`} isOpen isWide onClose={props.onClose}>
      {choices.error && <p role="alert">{choices.error.message}</p>}
      {choices.data ? <PlanForm {...props} choices={choices.data} /> : <SkeletonRows count={5} height="3rem" />}
    </Dialog>
  )
}

function PlanForm({
  memberId,
  membership,
  choices,
  onClose,
}: MoveProps & { choices: Output<typeof getJoiningChoices> }) {
  const save = useWrite(changePlan, {
    onSuccess: ({ isApplied, from }) =>
      showToast({ message: isApplied ? 'The plan is changed.' : `The plan changes on ${mediumDate(from)}` }),
  })
  const form = useForm({
    schema: Fields,
    values: valuesOf(membership),
    version: membership.version,
    save: (values, version) => save.mutateAsync({ ...inputOf(memberId, membership, values), version }),
    saved: onClose,
    fromRecord: (record: Membership) => valuesOf(record),
  })
  const values = {
    trainingPlanId: form.watch('trainingPlanId'),
    subFrequencyId: form.watch('subFrequencyId'),
    subPrice: form.watch('subPrice'),
    paymentMethodId: form.watch('paymentMethodId'),
    nextPayment: form.watch('nextPayment'),
    from: form.watch('from'),
    paidDays: form.watch('paidDays'),
    exceptionReason: form.watch('exceptionReason'),
    term: form.watch('term'),
    termReason: '',
    // The preview doesn't depend on it.
    reason: '',
  }
  const isWhole = values.trainingPlanId !== null && values.subFrequencyId !== null && values.subPrice !== null
  const { data: preview } = useRead(previewPlanChange, inputOf(memberId, membership, values), {
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const pricesOf = (planId: number | null) => choices.plans.find(plan => plan.trainingPlanId === planId)?.prices ?? []
  const { may } = useRights()
  const prices = pricesOf(values.trainingPlanId)
  const listed = prices.find(price => price.subFrequencyId === values.subFrequencyId)?.subPrice
  /** Who gets another plan, or pays it in another way, pays what that costs; who keeps his, what was agreed. */
  function proposePrice({ trainingPlanId, subFrequencyId }: Pick<Values, 'trainingPlanId' | 'subFrequencyId'>) {
    const isKept = trainingPlanId === membership.trainingPlanId && subFrequencyId === membership.subFrequencyId
    const price = pricesOf(trainingPlanId).find(each => each.subFrequencyId === subFrequencyId)?.subPrice
    const proposed = isKept ? membership.subPrice : price
    if (proposed !== undefined) form.setValue('subPrice', proposed, { shouldDirty: true })
  }
  return (
    <Form form={form} submit="Change plan" cancel={onClose} isInDialog>
      <SelectField
        {...form.field('trainingPlanId')}
        label="Plan"
        required
        options={plansFor(membership, choices)}
        onChosen={trainingPlanId => proposePrice({ ...values, trainingPlanId })}
      />
      <SelectField
        {...form.field('subFrequencyId')}
        label="Paid"
        required
        onChosen={subFrequencyId => proposePrice({ ...values, subFrequencyId })}
        options={[
          ...(prices.some(price => price.subFrequencyId === values.subFrequencyId)
            ? []
            : [keepsWay(membership, values) ?? { value: null, text: 'Choose' }]),
          ...prices.map(price => ({
            value: price.subFrequencyId,
            text: `${names[price.subFrequencyId]}, ${currency(price.subPrice)}`,
          })),
        ]}
      />
      <MoneyField
        {...form.field('subPrice')}
        label="Price"
        required
        hint={
          listed !== undefined && listed !== values.subPrice ? `The plan's price is ${currency(listed)}` : undefined
        }
      />
      <SelectField
        {...form.field('paymentMethodId')}
        label="Paid by"
        options={[
          { value: null, text: 'Not set' },
          ...choices.paymentMethods.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
      <DateField {...form.field('nextPayment')} label="Next payment" today={membership.today} />
      <DateField {...form.field('from')} label="From" hint="Empty: from today" today={membership.today} />
      {preview?.paidUntil && (
        <SelectField
          {...form.field('paidDays')}
          label="Days already charged"
          hint={`Charged to ${mediumDate(preview.paidUntil)}`}
          options={[
            { value: 'after', text: `Start on ${mediumDate(addDays(preview.paidUntil, 1))}, after them` },
            { value: 'credit', text: 'Credit the unused days' },
          ]}
          onChosen={paidDays => {
            // Another frequency starts its own schedule.
            if (paidDays === 'credit' && values.subFrequencyId !== membership.subFrequencyId)
              form.setValue('nextPayment', values.from ?? membership.today, { shouldDirty: true })
          }}
        />
      )}
      {preview?.endsTerm && preview.termAmount > 0 && (
        <SelectField
          {...form.field('term')}
          label={`Minimum term to ${mediumDate(preview.endsTerm)}`}
          hint="The old plan to that day, less the new one."
          options={[
            { value: 'charge', text: `Charge ${currency(preview.termAmount)}` },
            ...(may('giveCredit', membership.clubId)
              ? [{ value: 'waive', text: `Waive ${currency(preview.termAmount)}` }]
              : []),
          ]}
        />
      )}
      {preview && preview.termAmount > 0 && values.term === 'waive' && (
        <TextAreaField {...form.field('termReason')} label="Reason for waiving" required />
      )}
      {preview?.whyNotForThem && membership.isAdmin && (
        <TextAreaField
          {...form.field('exceptionReason')}
          label="Why this plan all the same"
          hint={`${preview.whyNotForThem} The reason stands in the history.`}
          required
        />
      )}
      <ReasonField {...form.field('reason')} label="Reason (optional)" reasons={planChangeReasons} />
      {isWhole && preview && <Preview preview={preview} />}
    </Form>
  )
}

/** What is offered, and what he has though it is offered no more. */
function plansFor({ trainingPlanId, planName }: Membership, { plans }: Output<typeof getJoiningChoices>) {
  const offered = plans.map(plan => ({ value: plan.trainingPlanId, text: plan.name }))
  const isOffered = offered.some(({ value }) => value === trainingPlanId)
  return isOffered || trainingPlanId === null
    ? offered
    : [{ value: trainingPlanId, text: `${planName} (not offered any more)` }, ...offered]
}

/** The way he pays his plan, which may not be offered any more either. */
const keepsWay = ({ trainingPlanId, subFrequencyId, subFrequency }: Membership, values: Values) =>
  values.trainingPlanId === trainingPlanId && subFrequencyId !== null && values.subFrequencyId === subFrequencyId
    ? { value: subFrequencyId, text: subFrequency ?? '' }
    : null

type Values = ReturnType<typeof valuesOf>

function Preview({ preview }: { preview: Output<typeof previewPlanChange> }) {
  return (
    <section className={css.preview} aria-label="What changes" aria-live="polite">
      {preview.differences.length === 0 ? (
        <>
          <p>Nothing changes yet.</p>
          <ChargesAhead ahead={preview.ahead} />
        </>
      ) : (
        <>
          <h3>{preview.isToday ? 'What changes today' : `What changes from ${longDate(preview.from)}`}</h3>
          <table className={css.differences}>
            <thead>
              <tr>
                <td />
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {preview.differences.map(({ what, before, after, on }) => (
                <tr key={what}>
                  <th scope="row">{titles[what]}</th>
                  <td>{before || '–'}</td>
                  <td>
                    <strong>{after || '–'}</strong>
                    {on !== preview.from && <span className={css.soft}> from {mediumDate(on)}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Charges preview={preview} />
          {preview.endsTerm && preview.termAmount === 0 && (
            <p>
              The minimum term runs to {mediumDate(preview.endsTerm)}. The change ends it, and nothing is owed for it.
            </p>
          )}
          {preview.yearlyAfter !== null && (
            <p className={css.soft}>
              {currency(preview.yearlyAfter)} a year
              {preview.yearlyBefore !== null && `, before ${currency(preview.yearlyBefore)}`}
            </p>
          )}
          {preview.earliestPayment && (
            <p className={css.soft}>
              By direct debit the payer is told first: the new amount can be taken from{' '}
              {longDate(preview.earliestPayment)}.
            </p>
          )}
        </>
      )}
      {preview.problem && <p className={css.problem}>{preview.problem}</p>}
    </section>
  )
}

/** The next three months, to the penny. */
function Charges({ preview }: { preview: Output<typeof previewPlanChange> }) {
  const { charges, chargesUntil, uncharged, ahead } = preview
  const missed = sumOf(uncharged)
  return (
    <>
      {charges.length > 0 && (
        <table className={css.charges}>
          <caption>Charges and credits until {mediumDate(chargesUntil)}</caption>
          <tbody>
            {charges.map(({ on, description, amount }) => (
              <tr key={`${on} ${description}`}>
                <td>{mediumDate(on)}</td>
                <td>{description}</td>
                <td>{accounting(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                Total
              </th>
              <td>{accounting(sumOf(charges))}</td>
            </tr>
            <tr>
              <th scope="row" colSpan={2}>
                Without the change
              </th>
              <td>{accounting(sumOf(ahead.charges.map(({ before }) => ({ amount: before }))))}</td>
            </tr>
          </tfoot>
        </table>
      )}
      {uncharged[0] && (
        <p className={css.problem}>
          {mediumDate(uncharged[0].from)} to {mediumDate(uncharged.at(-1)?.until ?? uncharged[0].until)} stays
          uncharged, {currency(missed)}, until an admin decides.
        </p>
      )}
    </>
  )
}

const sumOf = (rows: readonly { amount: number }[]) =>
  rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100

const titles = {
  plan: 'Plan',
  subFrequency: 'Paid',
  subPrice: 'Price',
  paymentMethod: 'Paid by',
  nextPayment: 'Next payment',
}

const valuesOf = ({ trainingPlanId, subFrequencyId, subPrice, paymentMethodId, nextPayment }: Membership) => ({
  trainingPlanId,
  subFrequencyId,
  subPrice,
  paymentMethodId,
  nextPayment,
  from: null as string | null,
  paidDays: 'after' as 'after' | 'credit',
  exceptionReason: '',
  term: 'charge' as 'charge' | 'waive',
  termReason: '',
  reason: '',
})

/** Ids that are not chosen are nobody's; the form refuses them before they are sent. */
const inputOf = (memberId: number, { clubMemberId }: Membership, values: Values) => ({
  ...values,
  id: memberId,
  memberId,
  clubMemberId,
  trainingPlanId: values.trainingPlanId ?? 0,
  subFrequencyId: values.subFrequencyId ?? 0,
  subPrice: values.subPrice ?? 0,
})
