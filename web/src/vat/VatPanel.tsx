import { counted, longDate } from '@honbu/contract/format.ts'
import { vatCode } from '@honbu/contract/ids.ts'
import {
  getUntaxed,
  getVat,
  saveVat,
  type VatCategory,
  VatSettings,
  vatCategories,
  vatWords,
} from '@honbu/contract/vat.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextField } from '../ui/form/fields.tsx'
import { PercentField } from '../ui/form/PercentField.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Vat.module.css'
import type { Vat } from './vat-rate.ts'

/** A club's VAT: whether it is registered, and its rates. */
export function VatPanel({ clubId }: { clubId: number }) {
  const { data: vat, error, refetch } = useRead(getVat, { clubId })
  return (
    <Panel title="VAT">
      {error && !vat && <ErrorState title="VAT couldn’t be loaded." error={error} retry={() => void refetch()} />}
      {vat && <VatForm clubId={clubId} vat={vat} />}
    </Panel>
  )
}

const edited = ({ registeredFrom, registeredUntil, number, hasNetPrices, codes, rates }: Vat) => ({
  ...{ registeredFrom, registeredUntil, number, hasNetPrices, codes, rates },
})

const categoryLabels: Readonly<Record<VatCategory, string>> = {
  membership: 'Memberships',
  joiningFee: 'Joining fees',
  trial: 'Trials',
  class: 'Classes',
  event: 'Events and gradings',
  other: 'Other charges',
}

function VatForm({ clubId, vat }: { clubId: number; vat: Vat }) {
  const write = useWrite(saveVat, {
    invalidates: [getVat, getUntaxed],
    onSuccess: ({ taxed }) =>
      showToast({ message: taxed > 0 ? `Saved. VAT added to ${counted(taxed, 'charge')}` : 'VAT saved' }),
  })
  const form = useForm({
    schema: VatSettings,
    values: edited(vat),
    version: vat.version,
    save: (values, version) => write.mutateAsync({ clubId, version, ...values }),
    fromRecord: (current: Vat) => edited(current),
  })
  const [registeredFrom, registeredUntil] = form.watch(['registeredFrom', 'registeredUntil'])
  return (
    <Form form={form} submit="Save VAT">
      <FormSection
        title="Registration"
        hint="Members pay the same prices. We work out the VAT in them, and show it on receipts and in reports."
      >
        <DateField
          {...form.field('registeredFrom')}
          label="Registered from"
          hint="Leave blank if the club isn’t registered."
          today={vat.today}
        />
        {registeredFrom && (
          <>
            <TextField {...form.field('number')} label="VAT number" required placeholder="GB 123 4567 82" />
            <DateField
              {...form.field('registeredUntil')}
              label="Registered until"
              hint="Leave blank while it’s registered."
              today={vat.today}
            />
          </>
        )}
        {registeredFrom && <Untaxed clubId={clubId} from={registeredFrom} until={registeredUntil} />}
      </FormSection>
      {registeredFrom && (
        <>
          <FormSection title="VAT rates" hint="A plan, class or product can have another rate.">
            {vatCategories.map(category => (
              <SelectField
                key={category}
                {...form.field(`codes.${category}`)}
                label={categoryLabels[category]}
                options={vat.rateChoices.map(choice => ({ value: choice.vatCodeId, text: vatWords(choice) }))}
              />
            ))}
            <SwitchField
              {...form.field('hasNetPrices')}
              label="Type prices without VAT"
              hint="In plans, classes and products. Members always see and pay prices with VAT."
              isWide
            />
          </FormSection>
          <RateChanges form={form} vat={vat} />
        </>
      )}
    </Form>
  )
}

/** The number of charges that a save gives VAT, before it does. */
function Untaxed({ clubId, from, until }: { clubId: number; from: string; until: string | null }) {
  const { data } = useRead(
    getUntaxed,
    { clubId, registeredFrom: from, ...(until && { registeredUntil: until }) },
    { placeholderData: keepPreviousData, retry: false },
  )
  if (!data || data.untaxed + data.kept === 0) return null
  return (
    <p className={css.untaxed} aria-live="polite">
      {data.untaxed > 0 &&
        `${counted(data.untaxed, 'charge')} since ${longDate(from)} ${data.untaxed === 1 ? 'has' : 'have'} no VAT yet. Saving adds it, at the rates below. `}
      {data.kept > 0 &&
        `${counted(data.kept, 'charge')} outside these days ${data.kept === 1 ? 'keeps its' : 'keep their'} VAT.`}
    </p>
  )
}

type VatFormState = ReturnType<typeof useForm<ReturnType<typeof edited>, ReturnType<typeof edited>, object>>

function RateChanges({ form, vat }: { form: Pick<VatFormState, 'field' | 'watch' | 'setValue'>; vat: Vat }) {
  const rates = form.watch('rates')
  const set = (changed: typeof rates) => form.setValue('rates', changed, { shouldDirty: true })
  const names = vat.rateChoices.filter(
    ({ vatCodeId }) => vatCodeId === vatCode.standard || vatCodeId === vatCode.reduced,
  )
  return (
    <FormSection
      title="Rate changes"
      hint="We use 20% and 5% until you add a change. Charges keep the rate of their day."
    >
      {rates.length > 0 && (
        <ul className={css.rates}>
          {rates.map((rate, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are named by their place
            <li key={index} className={css.rate}>
              <SelectField
                {...form.field(`rates.${index}.vatCodeId`)}
                label="Rate"
                options={names.map(({ vatCodeId, name }) => ({ value: vatCodeId, text: name }))}
              />
              <PercentField {...form.field(`rates.${index}.percent`)} label="Percentage" required />
              <DateField {...form.field(`rates.${index}.from`)} label="From" required today={vat.today} />
              <IconButton
                label={`Remove the change from ${longDate(rate.from)}`}
                icon={<IconTrash size={20} aria-hidden="true" />}
                onClick={() => set(rates.filter((_, place) => place !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => set([...rates, { vatCodeId: vatCode.standard, from: vat.today, percent: 20 }])}>
        <IconPlus size={18} aria-hidden="true" />
        Add change
      </Button>
    </FormSection>
  )
}
