import { getClub } from '@honbu/contract/clubs.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { printFilter } from '@honbu/contract/grid.ts'
import { names, subFrequency } from '@honbu/contract/ids.ts'
import { getTrainingPlan } from '@honbu/contract/plans.ts'
import {
  getPriceChangePreview,
  PriceChangeFields,
  priceChangeColumns,
  savePriceChange,
} from '@honbu/contract/price-changes.ts'
import { getVat } from '@honbu/contract/vat.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useGridAddress } from '../ui/grid/grid-address.ts'
import { useSelection } from '../ui/grid/selection.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Together } from '../ui/Together.tsx'
import { PriceField } from '../vat/PriceField.tsx'
import type { Vat } from '../vat/vat-rate.ts'
import css from './Plans.module.css'
import { PriceChangeDialog } from './PriceChangeDialog.tsx'
import { PriceChangePreview } from './PriceChangePreview.tsx'
import { planAddress, plansTabAddress } from './plan-address.ts'
import { membersText, type Plan, pricesOf } from './plan-texts.ts'

/** Another price for those who have a plan: who pays what, now and then, and from when, before anything is done. */
export function PriceChangeForm() {
  const { params } = useAddress()
  const [clubId, id] = [idOf(params.club_id), idOf(params.id)]
  const club = useRead(getClub, { id: clubId })
  const answer = useRead(getTrainingPlan, { id, clubId })
  const vat = useRead(getVat, { clubId })
  const plan = answer.data
  return (
    <Screen>
      <PageHeader
        title="Change prices for members"
        crumbs={[
          { text: 'Training plans', to: plansTabAddress(clubId) },
          { text: plan?.name ?? 'Plan', to: planAddress(clubId, id) },
        ]}
      >
        Those who have the plan are told by e-mail, and pay the new price from their first payment after the notice on.
      </PageHeader>
      <SaveGate call={savePriceChange} clubId={clubId} cannot="change prices">
        {(answer.error ?? vat.error) && (
          <ErrorState
            title="The plan could not be loaded."
            error={answer.error ?? vat.error}
            retry={() => void Promise.all([answer.refetch(), vat.refetch()])}
          />
        )}
        {(answer.isLoading || club.isLoading || vat.isLoading) && <SkeletonRows count={6} height="56px" />}
        {plan && vat.data && <Fields key={id} clubId={clubId} plan={plan} vat={vat.data} />}
      </SaveGate>
    </Screen>
  )
}

function Fields({ clubId, plan, vat }: { clubId: number; plan: Plan; vat: Vat }) {
  const { planId, today } = plan
  const prices = pricesOf(plan)
  const priceAt = (frequencyId: number) => prices.find(each => each.subFrequencyId === frequencyId)?.price
  const usual = prices.find(each => each.subFrequencyId === subFrequency.monthly) ?? prices[0]
  const [isAsking, setAsking] = useState(false)
  const selection = useSelection()
  const form = useForm({
    schema: PriceChangeFields,
    values: {
      subFrequencyId: usual?.subFrequencyId ?? subFrequency.monthly,
      subPrice: usual?.price ?? 0,
      from: today,
      withOwnPriced: false,
    },
    // What was typed is asked about first; the dialog saves.
    async save() {
      if (count === 0) return { isSuccess: false, status: 409, message: 'There is nobody whose price this changes.' }
      setAsking(true)
      return {}
    },
  })
  const values = form.watch()
  const listed = priceAt(values.subFrequencyId)
  // What is being typed may be no price or no day yet; the form says so itself.
  const isWhole = PriceChangeFields.safeParse(values).success
  const input = { id: planId, clubId, ...values }
  // What the grid below is filtered by is what the change is for.
  const filter = printFilter(useGridAddress(priceChangeColumns).state.filter)
  const totals = useRead(
    getPriceChangePreview,
    { ...input, ...(filter && { filter }), page: 1, pageSize: 1 },
    { enabled: isWhole, placeholderData: keepPreviousData, retry: false },
  )
  const chosen = selection.isAll || selection.keys.size === 0 ? null : [...selection.keys]
  const count = chosen?.length ?? totals.data?.changing ?? 0
  return (
    <div className={css.screen}>
      <Together isReady={!totals.isLoading} meanwhile={<SkeletonRows count={6} height="56px" />}>
        <Form
          form={form}
          submit={count > 0 ? `Change the price for ${membersText(count)}…` : 'Change the price…'}
          cancel={planAddress(clubId, planId)}
        >
          <FormSection title={`New price of ${plan.name}`}>
            <SelectField
              {...form.field('subFrequencyId')}
              label="For those who pay"
              required
              options={frequencies.map(value => ({ value, text: names[value] ?? '' }))}
            />
            <PriceField
              {...form.field('subPrice')}
              label="New price"
              required
              hint={
                listed === undefined
                  ? 'The plan is not offered that way now'
                  : listed !== values.subPrice && `The plan’s own price is ${currency(listed)}`
              }
              rate={{ vat, own: plan.vatCodeId, category: 'membership' }}
            />
            <DateField
              {...form.field('from')}
              label="From"
              required
              today={today}
              hint={
                totals.data &&
                `Nobody pays it before. By direct debit ten working days of notice are kept: ${longDate(totals.data.earliestDebit)} at the earliest.`
              }
            />
            <SwitchField
              {...form.field('withOwnPriced')}
              label="Also those with a price of their own"
              isWide
              hint="Those who pay what the plan neither asks nor has asked: it was agreed with them alone, and they keep it otherwise."
            />
          </FormSection>
        </Form>
        {totals.error && isWhole && <p className={css.problem}>{totals.error.message}</p>}
        {totals.data && !totals.error && (
          <dl className={css.totals} aria-label="In all">
            <Total title="Price changes for" value={membersText(totals.data.changing)} />
            <Total title="Stays for" value={membersText(totals.data.staying)} />
            <Total
              title={totals.data.yearlyMore < 0 ? 'Less in a year' : 'More in a year'}
              value={currency(Math.abs(totals.data.yearlyMore))}
            />
            <Total
              title={`With a price of their own, ${values.withOwnPriced ? 'included' : 'left out'}`}
              value={membersText(totals.data.ownPriced)}
            />
            <Total title="Without an e-mail address" value={membersText(totals.data.notTold)} />
          </dl>
        )}
        {isWhole && !totals.error && <PriceChangePreview input={input} selection={selection} />}
      </Together>
      {isAsking && totals.data && (
        <PriceChangeDialog
          plan={plan}
          clubId={clubId}
          values={form.getValues()}
          filter={filter}
          chosen={chosen}
          totals={totals.data}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

const frequencies = Object.values(subFrequency)

const Total = ({ title, value }: { title: string; value: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{value}</dd>
  </div>
)
