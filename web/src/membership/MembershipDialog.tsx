import type { Input, Output } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import { names } from '@honbu/contract/ids.ts'
import { getJoiningChoices } from '@honbu/contract/joining.ts'
import { getDetails } from '@honbu/contract/member-view.ts'
import { membershipEdit, previewMembership, saveMembership } from '@honbu/contract/membership.ts'
import { whyNotForBuyer } from '@honbu/contract/plan-price.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { BillPreview } from '../charging/BillPreview.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import type { Membership } from './membership.ts'

interface Props {
  memberId: number
  /** Left out: a new one. */
  membership?: Membership
  /** Proposes what is needed to join. */
  isJoining?: boolean
  /** The clubs in which a new one can begin. */
  clubs?: readonly { id: number; name: string }[]
  onClose: () => void
}

/** What is kept about a membership. With a plan, someone who has only asked joins by it. */
export function MembershipDialog({ memberId, membership, isJoining = false, clubs = [], onClose }: Props) {
  const [clubId, setClubId] = useState(membership?.clubId ?? clubs[0]?.id ?? 0)
  const choices = useRead(getJoiningChoices, { id: clubId }, { enabled: clubId !== 0 })
  // Which plan is proposed depends on their age.
  const details = useRead(getDetails, { id: memberId }, { enabled: isJoining })
  return (
    <Dialog title={titleOf(membership, isJoining)} isOpen isWide onClose={onClose}>
      {!membership && (
        <Select
          label="Club"
          value={String(clubId)}
          options={clubs.map(club => ({ value: String(club.id), text: club.name }))}
          onChoose={value => setClubId(Number(value))}
        />
      )}
      {choices.error && <p role="alert">{choices.error.message}</p>}
      {choices.data && (!isJoining || details.data) ? (
        <Fields
          key={clubId}
          memberId={memberId}
          clubId={clubId}
          membership={membership}
          joiner={isJoining && details.data ? details.data : null}
          choices={choices.data}
          onClose={onClose}
        />
      ) : (
        <SkeletonRows count={5} height="3rem" />
      )}
    </Dialog>
  )
}

function titleOf(membership: Membership | undefined, isJoining: boolean): string {
  if (!membership) return 'Membership in another club'
  return isJoining ? `Join ${membership.clubName}` : `Membership in ${membership.clubName}`
}

export const JoinDialog = (props: Props) => <MembershipDialog {...props} isJoining />

interface FieldsProps {
  memberId: number
  clubId: number
  membership: Membership | undefined
  /** Null: nobody joins. */
  joiner: { dob: string | null } | null
  choices: Output<typeof getJoiningChoices>
  onClose: () => void
}

function Fields({ memberId, clubId, membership, joiner, choices, onClose }: FieldsProps) {
  const isJoining = joiner !== null
  const save = useWrite(saveMembership, { onSuccess: () => showToast({ message: 'The membership is saved.' }) })
  const form = useForm({
    schema: membershipEdit(membership),
    values: { ...valuesOf(membership), ...(joiner && proposedTerms(membership, joiner, choices)) },
    version: membership?.version,
    isEdit: membership !== undefined && !isJoining,
    save: (values, version) =>
      save.mutateAsync({
        id: memberId,
        clubMemberId: membership?.clubMemberId ?? null,
        clubId,
        version,
        ...values,
      }),
    saved: onClose,
    fromRecord: (record: Membership) => valuesOf(record),
  })
  const { today } = choices
  const typed = form.watch()
  // Who goes on with a plan changes it by “Change plan”, which tells what changes when.
  const keepsPlan = membership?.moves.includes('lapse') === true && membership.trainingPlanId !== null
  const plan = choices.plans.find(each => each.trainingPlanId === form.watch('trainingPlanId'))
  const prices = plan?.prices ?? []
  const details = useRead(getDetails, { id: memberId })
  const buyer = { dob: details.data?.dob ?? null, categoryId: form.watch('categoryId'), today }
  const whyNot =
    plan && plan.trainingPlanId !== membership?.trainingPlanId ? whyNotForBuyer(plan.name, plan, buyer) : ''
  return (
    <Form form={form} submit={isJoining ? 'Join club' : 'Save membership'} cancel={onClose} isInDialog>
      <SelectField
        {...form.field('categoryId')}
        label="Category"
        options={[
          { value: null, text: 'None' },
          ...choices.categories.map(({ categoryId, name }) => ({ value: categoryId, text: name })),
        ]}
      />
      {!keepsPlan && (
        <>
          <SelectField
            {...form.field('trainingPlanId')}
            label="Plan"
            hint="With a plan they’re an active member."
            onChosen={id => {
              const offered = choices.plans.find(each => each.trainingPlanId === id)?.prices ?? []
              const kept = offered.some(price => price.subFrequencyId === form.getValues('subFrequencyId'))
              if (!kept) form.setValue('subFrequencyId', offered[0]?.subFrequencyId ?? null, { shouldDirty: true })
            }}
            options={[
              { value: null, text: 'None yet' },
              ...choices.plans.map(({ trainingPlanId, name, prices: [price] }) => ({
                value: trainingPlanId,
                text: price && isJoining ? `${name}, ${currency(price.subPrice)} ${frequencyOf(price)}` : name,
              })),
            ]}
          />
          <SelectField
            {...form.field('subFrequencyId')}
            label="Paid"
            options={[
              { value: null, text: prices.length === 0 ? 'Choose a plan first' : 'Choose' },
              ...(plan ? [] : agreedWithoutPlan(membership)),
              ...prices.map(({ subFrequencyId, subPrice }) => ({
                value: subFrequencyId,
                text: `${names[subFrequencyId]}, ${currency(subPrice)}`,
              })),
            ]}
          />
          {whyNot && choices.isAdmin && (
            <TextAreaField
              {...form.field('exceptionReason')}
              label="Why this plan all the same"
              hint={`${whyNot} The reason stands in the history.`}
              required
            />
          )}
        </>
      )}
      <SelectField
        {...form.field('paymentMethodId')}
        label="Paid by"
        options={[
          { value: null, text: 'Not set' },
          ...choices.paymentMethods.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
      <DateField {...form.field('nextPayment')} label="Next payment" today={today} />
      <DateField {...form.field('memberSince')} label="Member since" today={today} />
      {membership?.moves.includes('activate') && (
        <JoinBill
          input={{
            id: memberId,
            clubMemberId: membership.clubMemberId,
            clubId,
            ...typed,
            exceptionReason: typed.exceptionReason ?? '',
          }}
          today={today}
          isJoining={isJoining}
        />
      )}
      {!isJoining && (
        <>
          <DateField
            {...form.field('memberUntil')}
            label="Until"
            hint="The last day; the night after it lapses"
            today={today}
          />
          <DateField {...form.field('nextRenewal')} label="Next renewal" today={today} />
          <DateField {...form.field('trialStart')} label="Trial from" today={today} />
          {!keepsPlan && (
            <SelectField
              {...form.field('trialPlanId')}
              label="Trial of"
              hint="The plan says how long it lasts"
              options={[
                { value: null, text: 'No plan yet' },
                ...choices.plans.map(({ trainingPlanId, name }) => ({ value: trainingPlanId, text: name })),
              ]}
            />
          )}
        </>
      )}
      <SelectField
        {...form.field('marketingSourceId')}
        label="Came by"
        options={[
          { value: null, text: 'Not known' },
          ...choices.marketingSources.map(({ id, name }) => ({ value: id, text: name })),
        ]}
      />
    </Form>
  )
}

/** How an imported member pays who has a price and no plan. */
function agreedWithoutPlan(membership: Membership | undefined) {
  const { trainingPlanId = null, subFrequencyId = null, subFrequency, subPrice } = membership ?? {}
  if (trainingPlanId !== null || subFrequencyId === null) return []
  const text = [subFrequency, subPrice != null && currency(subPrice)].filter(Boolean).join(', ')
  return [{ value: subFrequencyId, text }]
}

/** The plan that they tried, or the first that is for them. */
function proposedTerms(
  membership: Membership | undefined,
  { dob }: { dob: string | null },
  { plans, today }: FieldsProps['choices'],
) {
  const buyer = { dob, categoryId: membership?.categoryId ?? null, today }
  const priced = plans.filter(({ prices }) => prices.length > 0)
  const plan =
    priced.find(({ trainingPlanId }) => trainingPlanId === membership?.trialPlanId) ??
    priced.find(each => whyNotForBuyer(each.name, each, buyer) === '')
  const price = plan?.prices[0]
  return plan && price
    ? { trainingPlanId: plan.trainingPlanId, subFrequencyId: price.subFrequencyId, memberSince: today }
    : { memberSince: today }
}

interface JoinBillProps {
  input: Input<typeof previewMembership>
  today: string
  isJoining: boolean
}

/** What joining with these terms costs, by the rules that charge it. */
function JoinBill({ input, today, isJoining }: JoinBillProps) {
  const isWhole =
    input.trainingPlanId !== null && input.subFrequencyId !== null && membershipEdit(undefined).safeParse(input).success
  const answer = useRead(previewMembership, input, {
    enabled: isWhole,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return isWhole || isJoining ? <BillPreview answer={answer} today={today} isWhole={isWhole} /> : null
}

const frequencyOf = ({ subFrequencyId }: { subFrequencyId: number }) => (names[subFrequencyId] ?? '').toLowerCase()

const valuesOf = (membership: Membership | undefined) => ({
  categoryId: membership?.categoryId ?? null,
  trainingPlanId: membership?.trainingPlanId ?? null,
  subFrequencyId: membership?.subFrequencyId ?? null,
  paymentMethodId: membership?.paymentMethodId ?? null,
  nextPayment: membership?.nextPayment ?? null,
  marketingSourceId: membership?.marketingSourceId ?? null,
  memberSince: membership?.memberSince ?? null,
  memberUntil: membership?.memberUntil ?? null,
  nextRenewal: membership?.nextRenewal ?? null,
  trialStart: membership?.trialStart ?? null,
  trialPlanId: membership?.trialPlanId ?? null,
  exceptionReason: '',
})
