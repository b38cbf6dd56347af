import { saveDiscipline } from '@honbu/contract/disciplines.ts'
import { saveNote } from '@honbu/contract/notes.ts'
import { saveTrainingPlan } from '@honbu/contract/plans.ts'
import { expect, test } from 'vitest'
import { isAllowed } from './SaveGate.tsx'

const coach = { isAdmin: false, may: ['seeHealth'] }
const treasurer = { isAdmin: false, may: ['changePrices'] }
const admin = { isAdmin: true, may: ['changePrices'] }

test.each([
  ['a discipline', saveDiscipline, [false, false, true]],
  ['a plan', saveTrainingPlan, [false, true, true]],
  ['a note', saveNote, [true, true, true]],
])('%s is saved by coach, treasurer and admin: as the contract says', (_, { needs }, expected) => {
  expect([coach, treasurer, admin].map(club => isAllowed(needs, club))).toEqual(expected)
  expect(isAllowed(needs, undefined)).toBe(false)
})
