import { expect, test } from 'vitest'
import { rosterFlags } from './roster-flags.ts'
import { aRow } from './test-rows.ts'

const words = (row: Parameters<typeof aRow>[0]) => rosterFlags(aRow(row)).map(flag => flag.word)

test('a member about whom there is nothing to say has no flags', () => {
  expect(words({})).toEqual([])
})

test.each([
  [0, 'Not ready'],
  [1, 'Needs attendance'],
  [2, 'Needs experience'],
  [3, 'Ready to grade'],
])('gradingRequirementFlags %i reads %s, and tells the progress', (gradingRequirementFlags, word) => {
  const [flag] = rosterFlags(aRow({ gradingRequirementFlags, gradingProgress: '18 of 24 classes, 2 of 3 months' }))
  expect(flag?.word).toBe(word)
  expect(flag?.why).toContain('18 of 24 classes, 2 of 3 months')
})

test('health comes first, in red, apart from other notes', () => {
  const healthNotes = [{ subject: 'EpiPen', note: 'In the green bag.' }]
  expect(rosterFlags(aRow({ pinnedNotes: 1, healthNotes }))).toMatchObject([
    { kind: 'health', tone: 'bad', word: 'Health: EpiPen' },
  ])
  expect(words({ pinnedNotes: 3, healthNotes, hasAttended: false })).toEqual([
    'Health: EpiPen',
    '2 notes',
    'First time',
  ])
})

test('the flags stand in the same order on every row', () => {
  const flags = words({
    hasAttended: false,
    expectedAs: 'visitor',
    outstandingFees: 35,
    debtInfo: '£35.00 overdue, 12 days',
    overPlan: true,
    overPlanDate: '2026-11-18',
    requireTerms: true,
    allowPhoto: false,
    gradingRequirementFlags: 3,
  })
  expect(flags).toEqual([
    'First time',
    'Visitor',
    '£35.00 due',
    'Over plan',
    'Terms missing',
    'No photos',
    'Ready to grade',
  ])
})

test('terms are missing only where the club asks for them', () => {
  expect(words({ requireTerms: false, hasTerms: false })).toEqual([])
  expect(words({ requireTerms: true, hasTerms: true })).toEqual([])
})

test('a debt and an exceeded plan say since when', () => {
  const why = rosterFlags(
    aRow({ outstandingFees: 35, debtInfo: '£35.00 overdue, 12 days', overPlan: true, overPlanDate: '2026-11-18' }),
  ).map(flag => flag.why)
  expect(why).toEqual(['£35.00 overdue, 12 days', 'Has attended more than the plan allows since 18 Nov 2026.'])
})
