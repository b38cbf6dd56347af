import { isDate } from '@honbu/contract/calendar.ts'
import { FreezeEdit, previewFreeze, saveFreeze } from '@honbu/contract/charging.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { freezeReasons } from '@honbu/contract/move-reasons.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import type { Membership } from '../membership/membership.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/fields.tsx'
import { ReasonField } from '../ui/form/ReasonField.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Switch } from '../ui/Switch.tsx'
import { showToast } from '../ui/toasts.ts'
import { ChargesAhead } from './ChargesAhead.tsx'
import css from './Charging.module.css'
import { effectWords, type Freeze } from './freeze.ts'

interface Props {
  membership: Membership
  name: string
  /** Null: a new one. */
  freeze: Freeze | null
  onClose: () => void
}

const valuesOf = ({ from, until, price, reason }: Pick<Freeze, 'from' | 'until' | 'price' | 'reason'>) => ({
  from,
  until,
  price,
  reason,
})

/** A membership lies still for some days; what that changes of what was charged stands below before it is saved. */
export function FreezeDialog({ membership, name, freeze, onClose }: Props) {
  const { memberId, clubMemberId, today } = membership
  const save = useWrite(saveFreeze, { onSuccess: () => showToast({ message: 'The freeze is saved.' }) })
  const [cancelBookings, setCancelBookings] = useState(true)
  const form = useForm({
    schema: FreezeEdit,
    values: freeze ? valuesOf(freeze) : { from: today, until: null as string | null, price: 0, reason: '' },
    version: freeze?.version,
    save: (values, version) =>
      save.mutateAsync({
        id: memberId,
        clubMemberId,
        freezeId: freeze?.freezeId ?? 0,
        version,
        cancelBookings,
        ...values,
      }),
    saved: onClose,
    fromRecord: (current: Freeze) => valuesOf(current),
  })
  const [from, until, price] = [form.watch('from'), form.watch('until'), form.watch('price')]
  return (
    <Dialog title={freeze ? `Freeze of ${name}` : `Freeze ${name}'s membership`} isOpen isWide onClose={onClose}>
      <Form form={form} submit={freeze ? 'Save freeze' : 'Freeze'} cancel={onClose} isInDialog>
        <DateField {...form.field('from')} label="From" required today={today} />
        <DateField {...form.field('until')} label="Last day" hint="Empty: until further notice" today={today} />
        <MoneyField
          {...form.field('price')}
          label="Price of a frozen period"
          hint="Counted by the day: a period that is frozen for half of its days costs half of each"
          required
        />
        <ReasonField {...form.field('reason')} label="Reason" reasons={freezeReasons} required />
        {isDate(from) && (until === null || (isDate(until) && until >= from)) && typeof price === 'number' && (
          <Effects
            question={{ id: memberId, clubMemberId, freezeId: freeze?.freezeId ?? 0, from, until, price }}
            cancelBookings={cancelBookings}
            onCancelBookings={setCancelBookings}
          />
        )}
      </Form>
    </Dialog>
  )
}

interface Question {
  id: number
  clubMemberId: number
  freezeId: number
  from: string
  until: string | null
  price: number
}

interface EffectsProps {
  question: Question
  cancelBookings: boolean
  onCancelBookings: (isWanted: boolean) => void
}

function Effects({ question, cancelBookings, onCancelBookings }: EffectsProps) {
  const answer = useRead(previewFreeze, question, { placeholderData: keepPreviousData })
  if (!answer.data) return null
  const { effects, problem, termUntil, bookings, ahead } = answer.data
  return (
    <div className={css.effects} aria-live="polite">
      {problem && <p className={css.problem}>{problem}</p>}
      {!problem && <ChargesAhead ahead={ahead} />}
      {!problem && effects.length === 0 && <p className={css.soft}>Nothing that was charged already changes.</p>}
      {!problem && effects.length > 0 && (
        <>
          <p>What was charged already is put right:</p>
          <ul>
            {effects.map(effect => (
              <li key={effect.periodFrom}>{effectWords(effect)}</li>
            ))}
          </ul>
        </>
      )}
      {bookings.length > 0 && (
        <>
          <p>Bookings on these days:</p>
          <ul>
            {bookings.map(({ bookingId, className, bookingDate }) => (
              <li key={bookingId}>
                {className}, {mediumDate(bookingDate)}
              </li>
            ))}
          </ul>
          <Switch isOn={cancelBookings} onChange={onCancelBookings}>
            Cancel {bookings.length === 1 ? 'this booking' : `these ${bookings.length} bookings`}
          </Switch>
        </>
      )}
      {termUntil && <p>The minimum term is extended to {mediumDate(termUntil)}.</p>}
    </div>
  )
}
