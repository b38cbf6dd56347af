import { expect, it } from 'vitest'
import { changedErrors } from './changed-errors.ts'

const missing = { type: 'custom', message: 'Please fill this in' }

it('leaves out the errors of fields that nobody has changed', () => {
  const base = { name: '', code: '', address: { town: '', postcode: '' }, days: [1] }
  const values = { name: '', code: ' ', address: { town: '', postcode: 'X' }, days: [1, 9] }
  const errors = {
    name: missing,
    code: missing,
    address: { town: missing, postcode: missing },
    days: [undefined, missing],
  }
  expect(changedErrors(errors, values, base)).toEqual({
    ...{ code: missing, address: { postcode: missing }, days: [undefined, missing] },
  })
})

it('is nothing for a form as it began', () => {
  expect(changedErrors({ name: missing }, { name: '' }, { name: '' })).toEqual({})
})
