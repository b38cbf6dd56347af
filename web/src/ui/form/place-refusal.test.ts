import { expect, it } from 'vitest'
import { placeRefusal } from './place-refusal.ts'

const names = ['town', 'address']

it('places a message beside its field, and nothing on top', () => {
  const fields = { town: ['Give a town', 'in capitals'], 'address.postcode': ['Give a postcode'] }
  expect(placeRefusal({ message: 'town: Give a town', fields }, names)).toEqual({
    beside: [
      ['town', 'Give a town in capitals'],
      ['address.postcode', 'Give a postcode'],
    ],
    onTop: '',
  })
})

it('shows a refusal about no field on top', () => {
  expect(placeRefusal({ message: 'The club is closed.' }, names)).toEqual({ beside: [], onTop: 'The club is closed.' })
})

it('shows a message about a field the form lacks on top, also beside others', () => {
  const fields = { town: ['Give a town'], clubId: ['The club is closed.'] }
  expect(placeRefusal({ message: 'Not saved', fields }, names)).toEqual({
    beside: [['town', 'Give a town']],
    onTop: 'The club is closed.',
  })
  expect(placeRefusal({ message: 'Not saved', fields: { clubId: [] } }, names).onTop).toBe('Not saved')
})
