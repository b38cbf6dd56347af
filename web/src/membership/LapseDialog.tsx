import { date } from '@honbu/contract/calendar.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency, mediumDate } from '@honbu/contract/format.ts'
import { lapseMembership, previewLapse } from '@honbu/contract/membership.ts'
import { leavingReasons } from '@honbu/contract/move-reasons.ts'
import { writtenLines } from '@honbu/contract/written.ts'
import { keepPreviousData } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../app/api.ts'
import { useRights } from '../app/rights.ts'
import { ChargesAhead } from '../charging/ChargesAhead.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import { ReasonField } from '../ui/form/ReasonField.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { MoveProps } from './dialog-props.ts'
import css from './Membership.module.css'

const Fields = z.object({
  reason: writtenLines(500).check(z.minLength(1, { error: 'Say why' })),
  memberUntil: z.nullable(date),
  keepBookings: z.boolean(),
  givesBack: z.boolean(),
  term: z.enum(['charge', 'waive']),
})

/** Leaving is as easy as joining: a reason and a last day. */
export function LapseDialog({ memberId, membership, name, onClose }: MoveProps) {
  const { may } = useRights()
  const lapse = useWrite(lapseMembership, {
    onSuccess: ({ memberStatusId, memberUntil }) =>
      showToast({
        message:
          memberStatusId === membership.memberStatusId
            ? `Leaves on ${mediumDate(memberUntil)}`
            : `Left on ${mediumDate(memberUntil)}`,
      }),
  })
  const form = useForm({
    schema: Fields,
    values: {
      reason: '',
      memberUntil: null as string | null,
      keepBookings: false,
      givesBack: false,
      term: 'charge' as 'charge' | 'waive',
    },
    save: values => lapse.mutateAsync({ id: memberId, clubMemberId: membership.clubMemberId, ...values }),
    saved: onClose,
  })
  const { data: unused } = useRead(
    previewLapse,
    {
      id: memberId,
      clubMemberId: membership.clubMemberId,
      memberUntil: form.watch('memberUntil'),
      term: form.watch('term'),
    },
    { placeholderData: keepPreviousData },
  )
  return (
    <Dialog title={`End ${name}’s membership`} isOpen onClose={onClose}>
      <p>Their enrolments in {membership.clubName}’s classes end with the last day.</p>
      <Form form={form} submit="End membership" cancel={onClose} isInDialog>
        <ReasonField {...form.field('reason')} label="Reason" reasons={leavingReasons} required />
        <DateField
          {...form.field('memberUntil')}
          label="Last day"
          hint="Leave blank for today. It may be a day that’s over."
          today={membership.today}
        />
        {unused?.bound && unused.bound.amount > 0 && (
          <SelectField
            {...form.field('term')}
            label={`${unused.bound.by === 'term' ? 'Minimum term' : 'Notice'} to ${mediumDate(unused.bound.until)}`}
            hint={boundHint(unused.bound)}
            options={[
              { value: 'charge', text: `Charge ${currency(unused.bound.amount)}` },
              ...(may('giveCredit', membership.clubId)
                ? [{ value: 'waive', text: `Waive ${currency(unused.bound.amount)}, for the reason above` }]
                : []),
            ]}
          />
        )}
        {unused !== undefined && unused.givesBack > 0 && (
          <SwitchField
            {...form.field('givesBack')}
            label={`Give back ${currency(unused.givesBack)} for unused days`}
            hint={unusedHint(unused)}
          />
        )}
        <SwitchField {...form.field('keepBookings')} label="Keep future bookings" />
        {unused && (
          <section className={css.preview} aria-label="What changes" aria-live="polite">
            <ChargesAhead ahead={unused.ahead} />
            {unused.owed > 0 && <p>They owe {currency(unused.owed)} today. Leaving doesn’t change that.</p>}
            {unused.uncharged.length > 0 && <p>{unchargedWords(unused)}</p>}
          </section>
        )}
      </Form>
    </Dialog>
  )
}

/** 'Charged to 12 June 2026. £10.00 is owed: that becomes less first, the rest is credit.' */
function unusedHint({ periods, owed, memberUntil }: Output<typeof previewLapse>): string {
  const charged = `Charged to ${mediumDate(periods.at(-1)?.periodUntil ?? memberUntil)}.`
  const becomes =
    owed > 0 ? `${currency(owed)} is owed: that becomes less first, the rest is credit.` : 'It becomes credit.'
  return `${charged} ${becomes} It’s on the account at once; if they stay after all, these days are charged again. Otherwise it is kept.`
}

/** '13 Jun 2026 to 30 Nov 2026 isn’t charged yet.' */
const boundHint = ({ periods }: NonNullable<Output<typeof previewLapse>['bound']>): string =>
  `${mediumDate(periods[0]?.periodFrom ?? '')} to ${mediumDate(periods.at(-1)?.periodUntil ?? '')} isn’t charged yet.`

/** 'Days from 1 Sept 2026 to 9 Mar 2027 were never charged: £231.00.' */
function unchargedWords({ uncharged }: Output<typeof previewLapse>): string {
  const amount = uncharged.reduce((sum, period) => sum + Math.round(period.amount * 100), 0) / 100
  const days = `${mediumDate(uncharged[0]?.periodFrom ?? '')} to ${mediumDate(uncharged.at(-1)?.periodUntil ?? '')}`
  return `${days} was never charged: ${currency(amount)}. It’s kept under Charging, Uncharged, where an admin charges it or waives it.`
}
