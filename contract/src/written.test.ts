import { describe, expect, it } from 'vitest'
import { written, writtenLines } from './written.ts'

describe('written', () => {
  it.each(['\n', '\r\n', '\r', '\v', '\u0085', '\u2028', '\u2029', '\u001b'])('refuses %j in a name', lineBreak => {
    const { error } = written(200).safeParse(`Juniors${lineBreak}Seniors`)
    expect(error?.issues.map(({ message }) => message)).toEqual(['Write this in one line'])
  })

  it('takes every name that people have, and what they paste', () => {
    for (const name of ['O’Brien-Åström', '李小龙', 'Zoë 🥋', 'a\tb', '👨‍👩‍👧'])
      expect(written(200).parse(` ${name} \n`)).toBe(name)
  })

  it.each([
    ['marks of direction', 'Ann\u202Edeer\u2066x\u2069', 'Anndeerx'],
    ['only marks that can’t be seen', '\u200b\u200d\u2060', ''],
    ['letters that are drawn as nothing', '\u3164\u115f\u2800', ''],
    ['spaces of all kinds', '\u00a0\u2003', ''],
    ['joiners within what is seen', 'नि\u200dश', 'नि\u200dश'],
  ])('strips %s', (_, given, plain) => {
    expect(written(200).parse(given)).toBe(plain)
  })

  it('has lines where they belong', () => {
    expect(writtenLines(200).parse('one\n\ntwo')).toBe('one\n\ntwo')
  })
})
