import { addMonths, date } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { renewMembership } from '@honbu/contract/membership.ts'
import { writtenLines } from '@honbu/contract/written.ts'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { MoveProps } from './dialog-props.ts'

const Fields = z.object({
  nextRenewal: z.nullable(date),
  memberUntil: z.nullable(date),
  nextPayment: z.nullable(date),
  reason: writtenLines(500),
})

/** All that was agreed stays: only the dates are asked for. */
export function RenewDialog({ memberId, membership, name, onClose }: MoveProps) {
  const renew = useWrite(renewMembership, { onSuccess: () => showToast({ message: 'The membership is renewed.' }) })
  const { today, nextPayment, clubMemberId, memberStatusId } = membership
  const isBack = memberStatusId === memberStatus.lapsed
  const form = useForm({
    schema: Fields,
    values: {
      nextRenewal: addMonths(today, 12) as string | null,
      memberUntil: null as string | null,
      nextPayment: nextPayment && nextPayment >= today ? nextPayment : isBack && membership.subPrice ? today : null,
      reason: '',
    },
    save: values => renew.mutateAsync({ id: memberId, clubMemberId, ...values }),
    saved: onClose,
  })
  return (
    <Dialog title={isBack ? `${name} comes back` : `Renew the membership of ${name}`} isOpen onClose={onClose}>
      <Form form={form} submit="Renew membership" cancel={onClose} isInDialog>
        <DateField {...form.field('nextRenewal')} label="Next renewal" today={today} />
        <DateField {...form.field('memberUntil')} label="Until" hint="Empty: without an end" today={today} />
        <DateField {...form.field('nextPayment')} label="Next payment" today={today} />
        {isBack && <TextField {...form.field('reason')} label="Why" hint="For the history" />}
      </Form>
    </Dialog>
  )
}
