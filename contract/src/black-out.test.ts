import { describe, expect, it } from 'vitest'
import { blackOut } from './black-out.ts'

const parts = [
  {
    title: 'Notes',
    rows: [
      { row: 'member_note 7', fields: [{ field: 'Note', text: 'Ann Lee (mother of ANN) called in the annual week.' }] },
      { row: 'member_note 8', fields: [{ field: 'Note', text: 'Broken arm' }] },
    ],
  },
]
const notes = (given: Parameters<typeof blackOut>[1]) => {
  const { parts: after, count } = blackOut(parts, given)
  return [count, ...after.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields.map(({ text }) => text)))]
}

describe('blackOut', () => {
  it('replaces words in any case and spacing, longest first, and not within other words', () => {
    expect(notes({ fields: [], words: ['ann', ' Ann  lee '] })).toEqual([
      1,
      '█████ (mother of █████) called in the annual week.',
      'Broken arm',
    ])
  })

  it('replaces a whole field of one row', () => {
    const fields = [{ row: 'member_note 8', field: 'Note' }]
    expect(notes({ fields, words: [] })).toEqual([1, parts[0]?.rows[0]?.fields[0]?.text, '█████'])
  })

  it('takes a word as it is written, whatever it would mean in a pattern', () => {
    expect(notes({ fields: [], words: ['.*', '(mother', ''] })[1]).toBe(
      'Ann Lee █████ of ANN) called in the annual week.',
    )
  })

  it('takes any letters there are', () => {
    const row = (text: string) => [{ title: '', rows: [{ row: 'r', fields: [{ field: 'f', text }] }] }]
    for (const name of ['İpek Öz', 'Zoë', '李小龙', 'Nuñez-Ó Súilleabháin', '💥 Bo'])
      expect(blackOut(row(`To ${name}: hello`), { fields: [], words: [name] }).count, name).toBe(1)
  })
})
