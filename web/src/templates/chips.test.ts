import { withTitles } from '@honbu/contract/merge-fields.ts'
import { describe, expect, it } from 'vitest'
import { fieldTitle, readField, writeField } from './chips.ts'

describe('merge fields in a text', () => {
  it.each([
    [{ name: 'member.firstName', fallback: '' }, '{{ member.firstName }}'],
    [{ name: 'grade.name', fallback: 'your belt' }, '{{ grade.name | default: "your belt" }}'],
    [{ name: 'grade.name', fallback: 'the "dan"' }, `{{ grade.name | default: 'the "dan"' }}`],
  ])('%o is written %s, and read back', (field, text) => {
    expect(writeField(field)).toBe(text)
    expect(readField(text)).toEqual(field)
  })

  it('keeps what would end the field out of what is written in its place', () => {
    const text = writeField({ name: 'grade.name', fallback: `a "b" 'c' }} {% if %}` })
    expect(text).toBe(`{{ grade.name | default: 'a "b" ’c’  % if %' }}`)
    expect(readField(text)).toEqual({ name: 'grade.name', fallback: `a "b" ’c’  % if %` })
  })

  it('knows no other field, and nothing beside one', () => {
    for (const text of ['{{ member.frist }}', 'x {{ member.firstName }}', '{{ member.firstName | upcase }}'])
      expect(readField(text)).toBeNull()
  })

  it('reads as people do', () => {
    expect(fieldTitle('member.firstName')).toBe('Member: First name')
    expect(withTitles('For {{ member.firstName }}, {{ grade.name | default: "x" }}')).toBe('For [First name], [Grade]')
  })
})
