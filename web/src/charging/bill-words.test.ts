import { expect, it } from 'vitest'
import { billWords } from './bill-words.ts'

const today = '2026-11-28'
const line = {
  memberName: 'Ben Lee',
  on: today,
  description: '',
  paymentMethod: 'Direct debit',
  isJoiningFee: false,
}
const fee = { ...line, amount: 15, isJoiningFee: true }
const first = { ...line, amount: 42 }
const monthly = { memberName: 'Ben Lee', from: '2026-12-01', amount: 42, fullAmount: 42, frequency: 'Monthly' }
const none = { withoutMethod: [], uncharged: [] }

it.each([
  [
    'one',
    { lines: [fee, first], regular: [monthly] },
    ['Today £57.00 (£42.00 and the joining fee), then £42.00 monthly from 1 December 2026.'],
  ],
  ['a fee alone', { lines: [fee], regular: [] }, ['Today £15.00 (the joining fee).']],
  ['later', { lines: [{ ...first, on: '2026-12-01' }], regular: [] }, ['On 1 December 2026 £42.00.']],
  ['nothing', { lines: [], regular: [] }, []],
  [
    'a family',
    {
      lines: [fee, first, { ...first, memberName: 'Ada Lee', amount: 37.8 }],
      regular: [monthly, { ...monthly, memberName: 'Ada Lee', amount: 37.8 }],
    },
    [
      'Together: Today £94.80 (£79.80 and joining fees), then £79.80 monthly from 1 December 2026.',
      'Ada Lee: £37.80 instead of £42.00.',
    ],
  ],
])('says what %s pays', (_, bill, words) => {
  expect(billWords({ ...none, ...bill }, today)).toEqual(words)
})
