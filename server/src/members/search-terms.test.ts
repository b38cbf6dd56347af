import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchTerms } from './search-terms.ts'

describe('searchTerms', () => {
  it.each([
    ['', null],
    [' z ', null],
    ['𠮷', null],
    ['  zoe  smith ', { words: ['zoe', 'smith'], codes: [] }],
    ['Li', { words: ['Li'], codes: ['Li', 'li', 'LI'] }],
    ['Zoe@x', { words: ['Zoe@x'], codes: ['Zoe@x', 'zoe@x', 'ZOE@X'], email: 'Zoe@x' }],
    ['07700 900123', { words: ['07700', '900123'], codes: [], phone: '7700900123' }],
    ['900123', { words: ['900123'], codes: ['900123'], email: '900123', phone: '900123' }],
    ['0044', { words: ['0044'], codes: ['0044'], email: '0044' }],
    ['12 May', { words: ['12', 'May'], codes: [], postcode: '12May' }],
    ['LS9 4QB', { words: ['LS9', '4QB'], codes: [], postcode: 'LS94QB' }],
    ['(07700) 900‑123', { words: ['(07700)', '900‑123'], codes: [], phone: '7700900123' }],
  ])('%j', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms)
  })

  it.each(['07700 900123', '+44 7700 900123', '0044 7700 900123', '+44 (0)7700 900123', '07700-900.123'])(
    '%s is one and the same phone number',
    text => {
      expect(searchTerms(text)?.phone).toBe('7700900123')
    },
  )

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        const terms = searchTerms(text)
        expect(terms?.words.every(word => word !== '' && !/\s/.test(word)) ?? true).toBe(true)
        expect(terms?.phone ?? '1').toMatch(/^\d+$/)
      }),
    )
  })
})
