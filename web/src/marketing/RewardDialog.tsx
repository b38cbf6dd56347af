import { getCreditBalance, getTransactions } from '@honbu/contract/billing.ts'
import { addDays } from '@honbu/contract/calendar.ts'
import { getMemberReferrals, getReferrals, RewardFields, rewardReferral } from '@honbu/contract/referrals.ts'
import { getTasks } from '@honbu/contract/tasks.ts'
import { useState } from 'react'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { MoneyField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Referrals.module.css'

export interface Rewarded {
  readonly enquiryId: number
  readonly clubId: number
  readonly clubName: string
  /** Empty: a member of another club. */
  readonly name: string
  readonly referrer: string
  readonly canCredit: boolean
}

interface Props {
  referral: Rewarded
  today: string
  onClose: () => void
}

type Kind = 'credit' | 'task'

/** Somebody decides that, and what, a member gets for a friend: nothing is given by itself. */
export function RewardDialog({ referral, today, onClose }: Props) {
  const { canCredit, clubName, referrer } = referral
  const [kind, setKind] = useState<Kind>(canCredit ? 'credit' : 'task')
  return (
    <Dialog title={`Thank ${referrer}`} isOpen onClose={onClose}>
      <div className={css.parts}>
        {canCredit ? (
          <Segmented
            label="With what"
            options={[
              { value: 'credit', text: 'A credit' },
              { value: 'task', text: 'A task for the team' },
            ]}
            value={kind}
            onChoose={setKind}
          />
        ) : (
          <p>
            {referrer} has no membership at {clubName}, where a credit would be of no use.
          </p>
        )}
        <RewardForm key={kind} kind={kind} referral={referral} today={today} onClose={onClose} />
      </div>
    </Dialog>
  )
}

function RewardForm({ kind, referral, today, onClose }: Props & { kind: Kind }) {
  const { enquiryId, clubId, clubName, referrer, name } = referral
  const friend = name || 'a friend'
  const save = useWrite(rewardReferral, {
    invalidates: [getReferrals, getMemberReferrals, getTransactions, getCreditBalance, getTasks],
    onSuccess: ({ taskId }) => showToast({ message: taskId === null ? 'The credit is given.' : 'The task is made.' }),
  })
  const form = useForm({
    schema: RewardFields,
    values: {
      kind,
      amount: null as number | null,
      text: (kind === 'credit' ? `Thank you for bringing ${friend}` : `Thank ${referrer} for bringing ${friend}`).slice(
        0,
        200,
      ),
      dueOn: addDays(today, 7) as string | null,
    },
    save: values => save.mutateAsync({ id: clubId, enquiryId, ...values }),
    saved: onClose,
  })
  if (kind === 'task')
    return (
      <Form form={form} submit="Make the task" cancel={onClose} isInDialog>
        <TextField {...form.field('text')} label="What is to be done" required />
        <DateField {...form.field('dueOn')} label="Until" required today={today} />
      </Form>
    )
  return (
    <Form form={form} submit="Give the credit" cancel={onClose} isInDialog>
      <MoneyField
        {...form.field('amount')}
        label={`Credit at ${clubName}`}
        required
        hint="Pays what is owed there, or what falls due next."
      />
      <TextField {...form.field('text')} label="What stands in the account" required />
    </Form>
  )
}
