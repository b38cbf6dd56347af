import { getPinnedNotes } from '@honbu/contract/members.ts'
import { expect, test } from 'vitest'
import { dayOfUse, idOf, isUnderstood, otherQuestion, todaysIn } from './kept-rules.ts'

const register = (input: object) => ['club', 'GetClassMembers', { classId: 1, ...input }]

test("only today's registers are kept, and all else for the day on which it was read", () => {
  expect(dayOfUse(register({ classDate: '2026-05-12' }), ['2026-05-12'])).toBe('2026-05-12')
  expect(dayOfUse(register({ classDate: '2026-05-11' }), ['2026-05-12'])).toBe(null)
  expect(dayOfUse(register({ classDate: '2026-05-19' }), ['2026-05-12'])).toBe(null)
  expect(dayOfUse(['club', 'GetClass', { id: 1 }], ['2026-05-12'])).toBe('2026-05-12')
  expect(dayOfUse(['club', 'GetSidebarConfig', {}], ['2026-05-12'])).toBe('2026-05-12')
})

test('a register is of its own club’s today, wherever in the world that is', () => {
  // Half past midnight on the 13th in London, the evening of the 12th in New York, midday in Auckland.
  const todays = todaysIn(
    ['Europe/London', 'America/New_York', 'Pacific/Auckland', 'Nowhere'],
    new Date('2026-05-12T23:30Z'),
  )
  expect(todays).toEqual(['2026-05-12', '2026-05-13'])
  expect(dayOfUse(register({ classDate: '2026-05-12' }), todays)).toBe('2026-05-12')
  expect(dayOfUse(register({ classDate: '2026-05-13' }), todays)).toBe('2026-05-13')
  expect(dayOfUse(register({ classDate: '2026-05-14' }), todays)).toBe(null)
  expect(dayOfUse(['club', 'GetClass', { id: 1 }], todays)).toBe('2026-05-13')
})

test('a register with enquiries may be shown without them', () => {
  const asked = register({ classDate: '2026-05-12', includeEnquiries: true })
  expect(otherQuestion(asked)).toEqual(register({ classDate: '2026-05-12', includeEnquiries: false }))
  expect(otherQuestion(register({ classDate: '2026-05-12', includeEnquiries: false }))).toBe(null)
  expect(otherQuestion(['club', 'GetClass', { id: 1 }])).toBe(null)
})

test('what one account has read is not found by another', () => {
  expect(idOf('ann', register({}))).not.toBe(idOf('bob', register({})))
})

test('what another version has kept, in a shape of its own, counts as none', () => {
  expect(isUnderstood(getPinnedNotes, [])).toBe(true)
  expect(isUnderstood(getPinnedNotes, { notes: [] })).toBe(false)
})
