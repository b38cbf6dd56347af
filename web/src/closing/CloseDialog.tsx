import { date } from '@honbu/contract/calendar.ts'
import { ClosingLetter, closeClub, getClosing } from '@honbu/contract/closing.ts'
import { getClub } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { counted, currency, longDate } from '@honbu/contract/format.ts'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Facts } from '../ui/Facts.tsx'
import { SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextAreaField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'

type Closing = Output<typeof getClosing>

const schema = z.object({ closesOn: date, hasLetter: z.boolean(), ...ClosingLetter.shape })

interface Props {
  clubId: number
  data: Closing
  onClose: () => void
}

/** Says what closing a club ends, and asks for the day and the letter. */
export function CloseDialog({ clubId, data, onClose }: Props) {
  const close = useWrite(closeClub, { invalidates: [getClosing, getClub] })
  const form = useForm({
    schema,
    values: { closesOn: data.today, hasLetter: data.members > 0, ...letterOf(data) },
    save: ({ closesOn, hasLetter, subject, body }) =>
      close.mutateAsync({ id: clubId, closesOn, letter: hasLetter ? { subject, body } : null }),
    saved: (_, { closesOn }) => {
      showToast({ message: closesOn === data.today ? 'Closing the club' : `Closes on ${longDate(closesOn)}` })
      onClose()
    },
  })
  const [closesOn, hasLetter] = form.watch(['closesOn', 'hasLetter'])
  const named = useRef(data.today)
  useEffect(() => {
    // The letter names the day, wherever its writer has put it.
    if (!closesOn || !date.safeParse(closesOn).success || closesOn === named.current) return
    const text = form.getValues('body').replaceAll(longDate(named.current), longDate(closesOn))
    named.current = closesOn
    form.setValue('body', text)
  }, [closesOn, form])

  return (
    <Dialog title={`Close ${data.clubName}?`} isOpen onClose={onClose} isWide>
      <Form form={form} submit="Close club" cancel={onClose} isInDialog>
        <Facts facts={factsOf(data)} />
        <DateField
          {...form.field('closesOn')}
          label="Closes on"
          hint="From this day nothing can be changed. We delete it 30 days later unless you reopen it."
          today={data.today}
          required
        />
        <SwitchField
          {...form.field('hasLetter')}
          label="Email members now"
          hint={`${counted(data.members, 'member')}, one email a family. You’ll find it under Messaging.`}
        />
        {hasLetter && (
          <>
            <TextField {...form.field('subject')} label="Subject" required />
            <TextAreaField {...form.field('body')} label="Letter" rows={9} required />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function factsOf(data: Closing): [string, string][] {
  const { clubs, members, memberships, mandates, subscriptions, owed, debtors, staff } = data
  return [
    ...(clubs > 1 ? ([['Clubs', `${counted(clubs, 'club')}, with those below it`]] as [string, string][]) : []),
    ['Members', counted(members, 'member')],
    ['Memberships', `${counted(memberships, 'membership')} ${memberships === 1 ? 'ends' : 'end'}`],
    [
      'Direct Debit',
      `${counted(mandates, 'mandate')} and ${counted(subscriptions, 'subscription')} cancelled. We tell the bank.`,
    ],
    [
      'Still owed',
      owed === 0 ? 'Nothing' : `${currency(owed)} by ${counted(debtors, 'member')}. We stop collecting it.`,
    ],
    ['Staff', `${counted(staff, 'person', 'people')} can look, but change nothing`],
  ]
}

const letterOf = ({ clubName, today }: Closing) => ({
  subject: `${clubName} is closing`,
  body: `Dear members and families,

${clubName} closes on ${longDate(today)}. Your membership ends the day before, and we won’t collect anything after that.

If you’ve paid for days after it closes, we’ll credit them to your account and get in touch.

Thank you for training with us.

${clubName}`,
})
