import { communication } from '@honbu/contract/ids.ts'
import { describe, expect, it } from 'vitest'
import { byWhom, type ConsentPerson, howAndWhen, usualGiver, usualWording } from './consent-words.ts'

const { sms, photo } = communication

describe('usualWording', () => {
  it('has a line for what was asked, in the order of the flags, with the club’s name', () => {
    const choices = [{ flag: photo }, { flag: sms }]
    expect(usualWording(choices, 'Kita Dojo').split('\n')).toEqual([
      'Kita Dojo may send news and offers by text message.',
      expect.stringMatching(/^Kita Dojo may take photos/),
    ])
    expect(usualWording([], 'Kita Dojo')).toBe('')
  })
})

it('says how and when, and by whom, as far as that is known', () => {
  expect(howAndWhen({ how: 'paper', givenOn: '2026-05-01' })).toBe('paper form, 01/05/2026')
  expect(howAndWhen({ how: 'unknown', givenOn: null })).toBe('when is not known')
  expect(byWhom({ givenBy: 'Mia', recordedBy: 'Anna', isGiven: true })).toBe('given by Mia, written down by Anna')
  expect(byWhom({ givenBy: 'Mia', recordedBy: 'Anna', isGiven: false })).toBe('withdrawn by Mia, written down by Anna')
  expect(byWhom({ givenBy: '', recordedBy: '', isGiven: true })).toBe('written down by the system')
})

describe('usualGiver', () => {
  const person = (fields: Partial<ConsentPerson>): ConsentPerson => ({
    personId: 1,
    name: '',
    relationship: '',
    isMember: false,
    isGuardian: false,
    isUnder18: false,
    ...fields,
  })
  const aunt = person({ personId: 2 })
  const mother = person({ personId: 3, isGuardian: true })

  it('is a guardian for a child, and everybody else for himself', () => {
    const child = person({ isMember: true, isUnder18: true })
    expect(usualGiver(child, [child, aunt, mother])).toBe(3)
    expect(usualGiver(child, [child, aunt])).toBe(1)
    expect(usualGiver(person({ isMember: true }), [mother])).toBe(1)
    expect(usualGiver(mother, [child, mother])).toBe(3)
  })
})
