import type { AutomationCondition, AutomationStep } from '@honbu/contract/automation-plan.ts'
import { recipes } from '@honbu/contract/automation-recipes.ts'
import { messageParameter } from '@honbu/contract/ids.ts'
import { expect, test } from 'vitest'
import { firstMessage } from './first-message.ts'
import { conditionText, stepText } from './plan-text.ts'

const choices = [
  { parameterId: messageParameter.tags, values: [{ id: 4, name: 'Helper', of: '' }] },
  { parameterId: messageParameter.memberStatus, values: [{ id: 21, name: 'Active', of: '' }] },
]

test('the steps of a recipe in words', () => {
  const missed = recipes.find(({ key }) => key === 'missed')
  expect(missed?.fields.steps.map(step => stepText(step, choices))).toEqual([
    'Wait until 09:00',
    'Send an e-mail: We have missed you, [First name]',
    'Wait 7 days',
    'Make a task: Ring: has not come for three weeks',
  ])
})

test.each<[AutomationStep, string]>([
  [{ kind: 'waitFor', days: 1, hours: 2 }, 'Wait 1 day and 2 hours'],
  [{ kind: 'waitForClass', days: -1, time: null }, 'Wait until 1 day before the class, at the time of the class'],
  [{ kind: 'waitForClass', days: 0, time: '10:00' }, 'Wait until the day of the class, at 10:00'],
  [{ kind: 'tag', tagId: 4, add: true }, 'Add the tag Helper'],
  [{ kind: 'tag', tagId: 0, add: false }, 'Remove the tag (not chosen yet)'],
])('%j: %s', (step, text) => {
  expect(stepText(step, choices)).toBe(text)
})

test.each<[AutomationCondition, string]>([
  [{ kind: 'status', statusIds: [21, 99] }, 'status Active or (no longer there)'],
  [{ kind: 'tag', tagId: 4, has: false }, 'does not have the tag Helper'],
  [{ kind: 'attendedSince', has: false }, 'has not attended since it began'],
])('%j: %s', (condition, text) => {
  expect(conditionText(condition, choices)).toBe(text)
})

test('the first thing that is wrong, however deep it lies', () => {
  expect(firstMessage(undefined)).toBeUndefined()
  expect(firstMessage({ message: 'Add a step', ref: {} })).toBe('Add a step')
  expect(firstMessage({ ref: { message: 'no' }, condition: { age: { message: 'Too young' } } })).toBe('Too young')
})
