import { expect, test } from 'vitest'
import { agesText, limitsText, membersText, pricesText, reductionsOf, reductionText } from './plan-texts.ts'

const none = { weeklyPrice: null, monthlyPrice: null, quarterlyPrice: null, yearlyPrice: null, oneOffPrice: null }

test('what a plan costs', () => {
  expect(pricesText({ ...none, monthlyPrice: 29, yearlyPrice: 290, oneOffPrice: 0 })).toBe(
    '£29.00 monthly, £290.00 yearly, £0.00 once',
  )
})

test.each([
  [null, null, 'As many classes as there are'],
  [1, null, '1 class a week'],
  [2, 9, '2 classes a week, 9 a month'],
  [null, 8, '8 classes a month'],
])('%s a week and %s a month', (classesPerWeek, classesPerMonth, text) => {
  expect(limitsText({ classesPerWeek, classesPerMonth })).toBe(text)
})

test('what is off, whom it is for, and who has it', () => {
  const { second, third } = reductionsOf({ secondPercent: 10, secondOff: null, thirdPercent: null, thirdOff: 7.5 })
  expect([second, third].map(each => each && reductionText(each))).toEqual(['10% off', '£7.50 off'])
  expect(agesText({ minAge: 4, maxAge: 6 })).toBe('Ages 4 to 6')
  expect(agesText({ minAge: null, maxAge: null })).toBe('')
  expect([membersText(1), membersText(1200)]).toEqual(['1 member', '1,200 members'])
})
