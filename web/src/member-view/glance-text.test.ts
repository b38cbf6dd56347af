import { expect, it } from 'vitest'
import { nextPaymentOf, whomToCall } from './glance-text.ts'

const contact = {
  personId: 1,
  name: 'Ann Lee',
  relationship: 'Mother',
  isGuardian: false,
  isEmergency: false,
  email: null,
}
const nan = { ...contact, name: 'Nan', relationship: 'Grandmother', isEmergency: true, phone: '2' }
const mum = { ...contact, isGuardian: true, isEmergency: true, phone: '3' }
const member = { firstName: 'Ben', today: '2026-05-12', phoneMob: '1', phoneDay: null, phoneEve: null }

it.each([
  ['an adult', { dob: '1990-01-01', contacts: [mum] }, 'Ben'],
  ['a child of 12', { dob: '2014-01-01', contacts: [nan, mum] }, 'Ann Lee'],
  ['a child whose guardian has no number', { dob: '2014-01-01', contacts: [{ ...mum, phone: null }, nan] }, 'Nan'],
  ['a child with nobody else', { dob: '2014-01-01', contacts: [] }, 'Ben'],
  ['someone with a guardian and no birthday', { dob: null, contacts: [mum] }, 'Ann Lee'],
  ['someone without either', { dob: null, contacts: [nan] }, 'Ben'],
])('calls for %s', (_, given, name) => {
  expect(whomToCall({ ...member, ...given })?.name).toBe(name)
})

const charge = { clubMemberId: 1, clubId: 1, clubName: 'Leeds', description: '', paymentMethod: 'Direct debit' }

it('says the first of several payments, less what is in credit, or why there is none', () => {
  const later = { ...charge, dueOn: '2026-07-01', amount: 10, fromCredit: 0, reason: null }
  const sooner = { ...charge, dueOn: '2026-06-01', amount: 42, fromCredit: 5, reason: null }
  expect(nextPaymentOf([later, sooner])).toEqual({ value: '1 Jun, £37.00', more: 'Direct debit, £5.00 from credit' })
  const none = { ...charge, dueOn: null, amount: null, fromCredit: 0, reason: 'noPrice' as const }
  expect(nextPaymentOf([none])).toEqual({ value: 'None due', more: 'No price is agreed' })
  expect(nextPaymentOf([])).toEqual({ value: 'None due', more: '' })
})
