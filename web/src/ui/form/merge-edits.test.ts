import { describe, expect, it } from 'vitest'
import { isUnchanged, mergeEdits } from './merge-edits.ts'

const base = {
  name: 'Ann',
  phone: null as string | null,
  roles: [1],
  address: { line: '1 High Street', town: 'Leeds' },
}

describe('mergeEdits', () => {
  it('keeps the changes of both, and asks about none, where they are in different fields', () => {
    const mine = { ...base, phone: '07700 900001', address: { ...base.address, town: 'Otley' } }
    const theirs = { ...base, name: 'Anne', roles: [1, 2], address: { ...base.address, line: '2 High Street' } }
    expect(mergeEdits(base, mine, theirs)).toEqual({
      merged: { name: 'Anne', phone: '07700 900001', roles: [1, 2], address: { line: '2 High Street', town: 'Otley' } },
      both: [],
    })
  })

  it('names the fields that both have changed, and takes mine there', () => {
    const mine = { ...base, name: 'Anna', roles: [], address: { line: '1 High Street', town: 'Otley' } }
    const theirs = { ...base, name: 'Anne', phone: '1', roles: [2], address: { line: '1 High Street', town: 'Ilkley' } }
    expect(mergeEdits(base, mine, theirs)).toEqual({
      merged: { name: 'Anna', phone: '1', roles: [], address: { line: '1 High Street', town: 'Otley' } },
      both: ['name', 'roles', 'address.town'],
    })
  })

  it('counts the same change, and nothing for an empty line, as none', () => {
    const mine = { ...base, name: 'Anne', phone: '' }
    const theirs = { ...base, name: 'Anne', phone: '1' }
    expect(mergeEdits(base, mine, theirs)).toEqual({ merged: { ...theirs }, both: [] })
  })

  it('leaves out what one of them has taken away and the other has not changed', () => {
    const rows = { one: { name: 'White' }, two: { name: 'Green' }, three: { name: 'Blue' } }
    const { one, two, three } = rows
    expect(mergeEdits<object>({ rows }, { rows: { one, three } }, { rows: { one, two } })).toEqual({
      merged: { rows: { one } },
      both: [],
    })
    const changed = { ...rows, three: { name: 'Navy' } }
    expect(mergeEdits<object>({ rows }, { rows: { one, two } }, { rows: changed }).both).toEqual(['rows.three'])
  })
})

describe('isUnchanged', () => {
  it.each([
    ['the same, in another order', Object.fromEntries(Object.entries(base).toReversed()), true],
    ['an empty line where there was none', { ...base, phone: '' }, true],
    ['another line of the address', { ...base, address: { ...base.address, town: 'Otley' } }, false],
    ['one more in a list', { ...base, roles: [1, 2] }, false],
    ['a field that wasn’t there', { ...base, email: 'ann@mail.example' }, false],
  ])('tells %s', (_, mine, is) => {
    expect(isUnchanged(base, mine)).toBe(is)
  })
})
