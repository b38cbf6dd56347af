import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

test('parameters are what is written, whatever they look like', () => {
  expect(parseSearch('?name=007&on=true&quoted="x"&accent=%C3%A9+%C3%A9')).toEqual({
    name: '007',
    on: 'true',
    quoted: '"x"',
    accent: 'é é',
  })
})

test('undefined leaves a parameter out', () => {
  expect(stringifySearch({ day: '2026-02-01', sort: undefined })).toBe('?day=2026-02-01')
  expect(stringifySearch({ sort: undefined })).toBe('')
})

test('an address in a parameter comes back as it was', () => {
  const returnUrl = 'https://club.example/club/member/search?a=1&b=%20#there'
  expect(parseSearch(stringifySearch({ returnUrl }))).toEqual({ returnUrl })
})
