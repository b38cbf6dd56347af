import { expect, it } from 'vitest'
import { answerText } from './answer-text.ts'

const session = { classId: 1, className: 'Mini Judo', finishTime: '17:45', free: 3, trialPrice: null }
const [first, second] = [
  { ...session, classDate: '2026-05-19', startTime: '17:00' },
  { ...session, classDate: '2026-05-21', startTime: '18:00', trialPrice: 5 },
] as const

it('proposes the next sessions, or says which is booked', () => {
  const sessions = [first, second]
  expect(answerText({ reader: 'Ann', name: 'Mia', sessions, booked: undefined })).toBe(
    `Hi Ann,

Thank you for your enquiry.

These sessions would suit Mia:
- Mini Judo, Tuesday 19 May, 17:00
- Mini Judo, Thursday 21 May, 18:00, £5.00

Tell us which one you’d like, and we’ll keep a place.`,
  )
  expect(answerText({ reader: 'Mia', name: 'Mia', sessions, booked: first })).toContain(
    "We've booked a trial for you: Mini Judo, Tuesday 19 May, 17:00.",
  )
  expect(answerText({ reader: 'Ann', name: 'Mia', sessions: [], booked: undefined })).toBe(
    'Hi Ann,\n\nThank you for your enquiry.',
  )
})
