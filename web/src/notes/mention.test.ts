import { describe, expect, it } from 'vitest'
import { matching, namedIn, partsOf, typedAt, withName } from './mention.ts'

const people = [
  { accountId: 1, fullName: 'Ann Lee' },
  { accountId: 2, fullName: 'Siân O’Brien' },
  { accountId: 3, fullName: 'Ann Leeson' },
]

describe('typedAt', () => {
  it.each([
    ['@', '@', ''],
    ['Ask @an', '@an', 'an'],
    ['(@Ann L', '@Ann L', 'Ann L'],
  ])('finds the name begun in “%s”', (text, _name, query) => {
    expect(typedAt(text, text.length)?.query).toBe(query)
  })

  it.each(['Ask', 'ann@club.example', '@ Ann', '@Ann\nLee', `@${'x'.repeat(41)}`])('finds none in “%s”', text => {
    expect(typedAt(text, text.length)).toBeNull()
  })

  it('looks before the caret alone', () => {
    expect(typedAt('@an and more', 3)).toEqual({ start: 0, query: 'an' })
  })
})

it('matches any part of a name, whatever its case and accents', () => {
  const names = (query: string) => matching(people, query).map(({ accountId }) => accountId)
  expect([names(''), names('lee'), names('sian'), names('o’b'), names('nn')]).toEqual([[1, 2, 3], [1, 3], [2], [2], []])
})

it('puts the name in place of what was typed, with the caret behind it', () => {
  expect(withName('Ask @an', { start: 4, query: 'an' }, 'Ann Lee')).toEqual({ text: 'Ask @Ann Lee ', caret: 13 })
  expect(withName('@an now', { start: 0, query: 'an' }, 'Ann Lee')).toEqual({ text: '@Ann Lee now', caret: 9 })
})

it('knows names that were typed out', () => {
  expect(namedIn(people, 'Ask @Siân O’Brien')).toEqual([2])
})

it('takes words apart at the names in them, the longest first', () => {
  expect(partsOf('Ask @Ann Leeson, not ann@club', ['Ann Lee', 'Ann Leeson'])).toEqual([
    { at: 0, text: 'Ask ', isName: false },
    { at: 4, text: '@Ann Leeson', isName: true },
    { at: 15, text: ', not ann@club', isName: false },
  ])
})
