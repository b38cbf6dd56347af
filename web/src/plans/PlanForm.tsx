import { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { getFamilyPrices } from '@honbu/contract/family-prices.ts'
import {
  deleteTrainingPlan,
  getPlanChoices,
  getTrainingPlan,
  saveTrainingPlan,
  TrainingPlanFields,
} from '@honbu/contract/plans.ts'
import { getVat, type VatCategory, type VatCode } from '@honbu/contract/vat.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { MultiSelectField, SwitchField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { MoneyField, NumberField, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { PriceField } from '../vat/PriceField.tsx'
import { VatCodeField } from '../vat/VatCodeField.tsx'
import type { Vat } from '../vat/vat-rate.ts'
import { planAddress, plansTabAddress } from './plan-address.ts'
import { type FamilyPrices, familyText, type Plan } from './plan-texts.ts'

type Choices = Output<typeof getPlanChoices>

/** A new plan of a club, or one that is changed. One that is inherited is changed in its own club. */
export function PlanForm() {
  const { params, search } = useAddress()
  const [clubId, id] = [idOf(params.club_id), idOf(params.id)]
  const isNew = id === 0
  const readId = isNew ? idOf(search.copy) : id
  const club = useRead(getClub, { id: clubId })
  const choices = useRead(getPlanChoices, { clubId })
  const vat = useRead(getVat, { clubId })
  const family = useRead(getFamilyPrices, { clubId })
  const answer = useRead(getTrainingPlan, { id: readId, clubId }, { enabled: readId !== 0 })
  const plan = answer.data
  const error = choices.error ?? answer.error ?? vat.error ?? family.error
  const isOurs = isNew ? readId === 0 || plan !== undefined : plan !== undefined && !plan.isInherited
  return (
    <Screen isNarrow>
      <PageHeader
        title={isNew ? 'New training plan' : `Edit ${plan?.name ?? 'training plan'}`}
        crumbs={[
          { text: club.data?.name ?? 'Club', to: `/clubadmin/${clubId}/club-schedule` },
          { text: 'Training plans', to: plansTabAddress(clubId) },
        ]}
      />
      <SaveGate call={saveTrainingPlan} clubId={clubId} cannot="change training plans">
        {error && (
          <ErrorState
            title="The plan could not be loaded."
            error={error}
            retry={() =>
              void Promise.all([
                choices.refetch(),
                vat.refetch(),
                family.refetch(),
                ...(readId === 0 ? [] : [answer.refetch()]),
              ])
            }
          />
        )}
        {(choices.isLoading || answer.isLoading || vat.isLoading) && (isNew || !plan?.isInherited) && (
          <SkeletonRows count={6} height="72px" />
        )}
        {!isNew && plan?.isInherited && (
          <EmptyState title={`${plan.name} belongs to ${plan.clubName}`}>
            Its admins change it, for all clubs that use it.
          </EmptyState>
        )}
        {isOurs && choices.data && vat.data && family.data && (
          <Fields
            key={readId}
            clubId={clubId}
            plan={isNew ? undefined : plan}
            copied={isNew ? plan : undefined}
            family={family.data}
            choices={choices.data}
            vat={vat.data}
          />
        )}
      </SaveGate>
    </Screen>
  )
}

interface FieldsProps {
  clubId: number
  plan: Plan | undefined
  /** The plan that a new one begins as. */
  copied: Plan | undefined
  family: FamilyPrices
  choices: Choices
  vat: Vat
}

function Fields({ clubId, plan, copied, family, choices, vat }: FieldsProps) {
  const navigate = useNavigate()
  const save = useWrite(saveTrainingPlan)
  const remove = useWrite(deleteTrainingPlan)
  const hasDraft = !plan && !copied
  const id = plan?.planId ?? 0
  const form = useForm({
    schema: TrainingPlanFields,
    values: copied ? copyOf(copied, choices) : valuesOf(plan),
    version: (plan ?? copied)?.version,
    isEdit: plan !== undefined,
    save: (values, version) => save.mutateAsync({ id, clubId, version, ...values }),
    saved: ({ planId }) => navigate({ to: planAddress(clubId, planId) as '/' }),
    fromRecord: (record: Plan) => valuesOf(record),
  })
  const [coversAll, usesFamilyPrices] = form.watch(['coversAll', 'usesFamilyPrices'])
  const own = form.watch('vatCodeId') ?? null
  const rate = (category: VatCategory) => ({ vat, own, category })
  return (
    <Form
      form={form}
      submit="Save training plan"
      hasDraft={hasDraft}
      cancel={plan ? planAddress(clubId, id) : plansTabAddress(clubId)}
      aside={
        plan && (
          <DeleteButton
            what="plan"
            name={plan.name}
            text="Only a plan that nobody has, or has had, can be deleted. Any other is archived."
            remove={() => remove.mutateAsync({ id })}
            removed={() => navigate({ to: plansTabAddress(clubId) as '/' })}
          />
        )
      }
    >
      {hasDraft && <KeepDraft of={form} form="plan" clubId={clubId} />}
      <FormSection title="Plan">
        <TextField {...form.field('name')} label="Name" required autoFocus={!plan} />
        <TextAreaField {...form.field('description')} label="Description" rows={3} />
      </FormSection>
      <FormSection
        title="Prices"
        hint={
          plan && plan.memberCount > 0
            ? 'For those who begin from now on. Who has the plan keeps the price that was agreed, until it is changed for members.'
            : 'Leave empty the ways in which it is not paid.'
        }
      >
        <VatCodeField
          {...form.field('vatCodeId')}
          label="VAT rate"
          vat={vat}
          usual={{ category: 'membership', text: 'As other plans' }}
        />
        <PriceField {...form.field('weeklyPrice')} label="Weekly" rate={rate('membership')} />
        <PriceField {...form.field('monthlyPrice')} label="Monthly" rate={rate('membership')} />
        <PriceField {...form.field('quarterlyPrice')} label="Quarterly" rate={rate('membership')} />
        <PriceField {...form.field('yearlyPrice')} label="Yearly" rate={rate('membership')} />
        <PriceField {...form.field('oneOffPrice')} label="One-off" hint="Paid once" rate={rate('membership')} />
      </FormSection>
      <FormSection title="Classes" hint="Who comes more often is shown as over plan on the register.">
        <NumberField {...form.field('classesPerWeek')} label="Classes a week" hint="Empty: no limit" />
        <NumberField {...form.field('classesPerMonth')} label="Classes a month" hint="Empty: no limit" />
        <SwitchField {...form.field('coversAll')} label="Covers every class" isWide />
        {!coversAll && (
          <>
            <MultiSelectField
              {...form.field('disciplineIds')}
              label="All classes of"
              options={optionsOf(choices.disciplines, plan?.disciplines)}
            />
            <MultiSelectField
              {...form.field('classIds')}
              label="Classes"
              options={optionsOf(choices.classes, plan?.classes)}
            />
          </>
        )}
      </FormSection>
      <FormSection title="Beginning">
        <PriceField {...form.field('joiningFee')} label="Joining fee" rate={rate('joiningFee')} />
        <NumberField {...form.field('minimumMonths')} label="Minimum term in months" hint="Empty: none" />
        <NumberField
          {...form.field('noticeDays')}
          label="Notice in days"
          hint="Before a member can leave, at most 31"
          required
        />
        <NumberField {...form.field('trialDays')} label="Trial in days" hint="Empty: as long as any trial, 28 days" />
        <PriceField
          {...form.field('trialPrice')}
          label="Price of the trial"
          hint="Leave blank if it’s free"
          rate={rate('trial')}
        />
      </FormSection>
      <FormSection
        title="Families"
        hint="Off each payment of further members of a family in the same club: a percentage or an amount. The first is who joined first."
      >
        <SwitchField
          {...form.field('usesFamilyPrices')}
          label="Use the club’s family prices"
          hint={`Set once for all plans: ${familyText(family)}.`}
          isWide
        />
        {!usesFamilyPrices && (
          <>
            <NumberField {...form.field('secondPercent')} label="Second member: percent off" />
            <MoneyField {...form.field('secondOff')} label="Second member: amount off" />
            <NumberField
              {...form.field('thirdPercent')}
              label="Third and further: percent off"
              hint="Empty: as the second"
            />
            <MoneyField {...form.field('thirdOff')} label="Third and further: amount off" />
          </>
        )}
      </FormSection>
      <FormSection title="Who may buy it" hint="For those who begin with it; who has it keeps it.">
        <NumberField {...form.field('minAge')} label="From age" hint="Both ages are included" />
        <NumberField {...form.field('maxAge')} label="To age" />
        <MultiSelectField
          {...form.field('categoryIds')}
          label="Categories"
          hint="None: all"
          options={optionsOf(choices.categories, plan?.categories)}
          none="This club has no member categories."
        />
      </FormSection>
    </Form>
  )
}

type Named = Choices['classes'][number]

/** What can be chosen, and what was once and cannot any more. */
function optionsOf(choices: readonly Named[], chosen: readonly Named[] = []) {
  const gone = chosen.filter(each => !choices.some(({ id }) => id === each.id))
  return [...choices, ...gone].map(({ id, name }) => ({ value: id, text: name }))
}

/** The same again, without what this club can't choose. */
function copyOf(plan: Plan, choices: Choices) {
  const among = (chosen: readonly Named[], offered: readonly Named[]) =>
    ids(chosen).filter(each => offered.some(({ id }) => id === each))
  return {
    ...valuesOf(plan),
    name: `${plan.name} (copy)`,
    classIds: among(plan.classes, choices.classes),
    disciplineIds: among(plan.disciplines, choices.disciplines),
    categoryIds: among(plan.categories, choices.categories),
  }
}

const ids = (rows: readonly Named[] = []) => rows.map(({ id }) => id)

const valuesOf = (plan: Plan | undefined) => ({
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  weeklyPrice: plan?.weeklyPrice ?? null,
  monthlyPrice: plan?.monthlyPrice ?? null,
  quarterlyPrice: plan?.quarterlyPrice ?? null,
  yearlyPrice: plan?.yearlyPrice ?? null,
  oneOffPrice: plan?.oneOffPrice ?? null,
  classesPerWeek: plan?.classesPerWeek ?? null,
  classesPerMonth: plan?.classesPerMonth ?? null,
  coversAll: plan?.coversAll ?? true,
  classIds: ids(plan?.classes),
  disciplineIds: ids(plan?.disciplines),
  vatCodeId: plan?.vatCodeId ?? (null as VatCode | null),
  joiningFee: plan?.joiningFee || null,
  trialDays: plan?.trialDays ?? null,
  trialPrice: plan?.trialPrice || null,
  minimumMonths: plan?.minimumMonths ?? null,
  noticeDays: plan?.noticeDays ?? 0,
  usesFamilyPrices: plan?.usesFamilyPrices ?? true,
  secondPercent: plan?.secondPercent ?? null,
  secondOff: plan?.secondOff ?? null,
  thirdPercent: plan?.thirdPercent ?? null,
  thirdOff: plan?.thirdOff ?? null,
  categoryIds: ids(plan?.categories),
  minAge: plan?.minAge ?? null,
  maxAge: plan?.maxAge ?? null,
})
