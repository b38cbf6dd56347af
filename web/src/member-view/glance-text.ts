import { ageOn } from '@honbu/contract/calendar.ts'
import { type getNextCharges, leftOutReasons } from '@honbu/contract/charging.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import { dayOfMonth } from '../ui/dates.ts'
import type { MemberDetails } from './panel-props.ts'

type Charges = Output<typeof getNextCharges>

/** Of several memberships, the payment that is due first; what's paid from credit is taken off. */
export function nextPaymentOf(charges: Charges) {
  const [first] = charges
    .filter(({ dueOn }) => dueOn !== null)
    .toSorted((one, other) => ((one.dueOn ?? '') < (other.dueOn ?? '') ? -1 : 1))
  if (!first?.dueOn) {
    const reason = charges.find(charge => charge.reason)?.reason
    return { value: 'None due', more: reason ? leftOutReasons[reason] : '' }
  }
  const { dueOn, amount, fromCredit, paymentMethod } = first
  const credit = fromCredit > 0 && `${currency(fromCredit)} from credit`
  return {
    value: `${dayOfMonth(dueOn)}, ${currency((amount ?? 0) - fromCredit)}`,
    more: [paymentMethod, credit].filter(Boolean).join(', '),
  }
}

type Callable = Pick<MemberDetails, 'dob' | 'today' | 'firstName' | 'contacts' | 'phoneMob' | 'phoneDay' | 'phoneEve'>

/** Who to call: an adult, but for someone under 18 a guardian, then an emergency contact, then anyone; the child last. */
export function whomToCall({ dob, today, firstName, contacts, phoneMob, phoneDay, phoneEve }: Callable) {
  const own = phoneMob || phoneDay || phoneEve
  const self = own ? [{ phone: own, name: firstName, relationship: '' }] : []
  const rank = (contact: Callable['contacts'][number]) => Number(!contact.isGuardian) * 2 + Number(!contact.isEmergency)
  const others = contacts.filter(({ phone }) => phone).toSorted((one, other) => rank(one) - rank(other))
  const isChild = dob === null ? contacts.some(({ isGuardian }) => isGuardian) : ageOn(dob, today) < 18
  const [first] = isChild ? [...others, ...self] : [...self, ...others]
  return first?.phone ? { ...first, phone: first.phone } : null
}
