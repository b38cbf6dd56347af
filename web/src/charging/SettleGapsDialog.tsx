import { getGaps, getNextCharges, previewCharging, settleGaps } from '@honbu/contract/charging.ts'
import { counted, currency } from '@honbu/contract/format.ts'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField, SelectField, TextAreaField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import css from './Charging.module.css'
import { type Gap, GapChoice, gapDays, outcomeWords, periodsToCharge } from './gaps.ts'

interface Props {
  clubId: number
  gaps: readonly Gap[]
  onClose: () => void
}

/** Charges uncharged days or waives them. */
export function SettleGapsDialog({ clubId, gaps, onClose }: Props) {
  const settle = useWrite(settleGaps, { invalidates: [getGaps, getNextCharges, previewCharging] })
  const fee = gaps.reduce((sum, { joiningFee }) => sum + Math.round(joiningFee * 100), 0) / 100
  const isBefore = gaps.every(({ isBeforeEntry }) => isBeforeEntry)
  const form = useForm({
    schema: GapChoice,
    values: {
      charge: 'all' as 'all' | 'last' | 'none',
      periods: null as number | null,
      rest: isBefore ? ('elsewhere' as const) : ('waived' as 'waived' | 'elsewhere'),
      reason: '',
      joiningFee: false,
    },
    save: ({ rest, reason, joiningFee, ...choice }) =>
      settle.mutateAsync({
        ...{ clubId, rest, reason, joiningFee, charge: periodsToCharge(choice) },
        gaps: gaps.map(({ clubMemberId, from, until, amount }) => ({ clubMemberId, from, until, amount })),
      }),
    saved: ({ charged, waived }) => {
      showToast({
        message: charged > 0 ? `${currency(charged)} charged` : waived > 0 ? 'Days waived' : 'Days recorded',
      })
      onClose()
    },
  })
  const charge = form.watch('charge')
  const rest = form.watch('rest')
  const choice = {
    ...{ charge, rest, periods: form.watch('periods') },
    ...{ reason: form.watch('reason'), joiningFee: form.watch('joiningFee') },
  }
  const [one] = gaps
  return (
    <Dialog title="Charge or waive days" isOpen onClose={onClose}>
      <p>
        {gaps.length === 1 && one
          ? `${one.memberName}: ${gapDays(one)}, ${currency(one.amount)}.`
          : `${counted(gaps.length, 'member')} with uncharged days.`}
      </p>
      <Form form={form} submit={charge === 'all' ? 'Charge days' : 'Save decision'} cancel={onClose} isInDialog>
        <SelectField
          {...form.field('charge')}
          label="Charge"
          options={[
            { value: 'all', text: 'All periods' },
            { value: 'last', text: 'The last periods only' },
            { value: 'none', text: 'Nothing' },
          ]}
        />
        {charge === 'last' && (
          <NumberField
            {...form.field('periods')}
            label="Number of periods"
            hint="The latest ones, for each member"
            required
          />
        )}
        {charge !== 'all' && (
          <SelectField
            {...form.field('rest')}
            label="The rest"
            options={[
              { value: 'waived', text: 'Waive' },
              { value: 'elsewhere', text: 'Was paid elsewhere' },
            ]}
          />
        )}
        {charge !== 'all' && rest === 'waived' && (
          <TextAreaField {...form.field('reason')} label="Reason" hint="It’s shown on the member’s account" required />
        )}
        {fee > 0 && <SwitchField {...form.field('joiningFee')} label={`Charge the joining fee, ${currency(fee)}`} />}
        <p className={css.effects} aria-live="polite">
          {outcomeWords(gaps, choice)} {charge !== 'all' && rest === 'waived' && 'You can’t undo a waiver.'}
        </p>
      </Form>
    </Dialog>
  )
}
