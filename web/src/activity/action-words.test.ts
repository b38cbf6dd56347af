import { contract } from '@honbu/contract/contract.ts'
import { describe, expect, it } from 'vitest'
import { actionWords, hasWords } from './action-words.ts'
import { fieldName, valueText } from './change-words.ts'

const entry = { action: 'saveClass', subject: 'class', title: 'Juniors', wasThere: true, isThere: true }

describe('actionWords', () => {
  it.each([
    [{}, 'changed the class “Juniors”'],
    [{ wasThere: false }, 'added the class “Juniors”'],
    [{ action: 'deleteClass', isThere: false }, 'deleted the class “Juniors”'],
    [{ action: 'savePerson', subject: 'person', title: '' }, 'changed the details'],
    [{ action: 'saveNote', subject: 'member_note', title: '', wasThere: false }, 'added a note'],
    [{ action: 'saveMemberLink', subject: 'audience', title: '', wasThere: false }, 'added a saved audience'],
    [{ action: 'saveAttendance', subject: 'attendance' }, 'marked the register of “Juniors”'],
    [{ action: 'saveAttendances', subject: 'attendance', title: '' }, 'marked the register'],
    [{ action: 'takePayment', subject: 'external_payment', title: '' }, 'took a payment'],
    [{ action: 'saveHoliday', isThere: false }, 'took away the class “Juniors”'],
    [{ action: 'xyz', subject: 'nobody', title: '' }, 'changed the record'],
  ])('%j: %s', (changed, words) => {
    expect(actionWords({ ...entry, ...changed })).toBe(words)
  })

  it('knows every write there is', () => {
    const writes = Object.entries(contract).flatMap(([name, { kind }]) => (kind === 'write' ? [name] : []))
    expect(writes.filter(name => !hasWords(name))).toEqual([])
    expect(writes.length).toBeGreaterThan(150)
  })
})

describe('a change', () => {
  it.each([
    ['memberUntil', 'Member until'],
    ['address.city', 'Address: city'],
    ['currentGradeId', 'Current grade'],
    ['pence', 'Pence'],
    ['joiningFeePence', 'Joining fee'],
    ['clubIds', 'Club'],
  ])('names %s %s', (field, name) => {
    expect(fieldName(field)).toBe(name)
  })

  it.each([
    ['pence', 1250, '£12.50'],
    ['joiningFee', 20, '£20.00'],
    ['position', 3, '3'],
    ['isArchived', true, 'Yes'],
    ['dob', '2014-02-03', '3 Feb 2014'],
    ['note', 'Was late', 'Was late'],
    ['note', null, '–'],
  ] as const)('shows %s %j as %s', (field, value, text) => {
    expect(valueText(field, value)).toBe(text)
  })
})
