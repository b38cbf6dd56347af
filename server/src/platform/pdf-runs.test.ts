import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareFonts } from './pdf-fonts.ts'
import { isPrintable, lineOf, mirrored } from './pdf-runs.ts'

beforeAll(prepareFonts)

const runsOf = (text: string) => lineOf(text).runs.map(run => [run.file.name.replace('ibm-plex-sans-', ''), run.text])

describe('lineOf', () => {
  it.each([
    ['Ann Lee', [['latin', 'Ann Lee']]],
    ['Siân O’Brien', [['latin', 'Siân O’Brien']]],
    [
      'Łódź',
      [
        ['latin-ext', 'Ł'],
        ['latin', 'ód'],
        ['latin-ext', 'ź'],
      ],
    ],
    ['Юлія', [['cyrillic', 'Юлія']]],
    [
      'Νίκος Lee',
      [
        ['greek', 'Νίκος'],
        ['latin', ' Lee'],
      ],
    ],
    ['สมชาย', [['noto-sans-thai-thai', 'สมชาย']]],
    ['प्रिया', [['noto-sans-devanagari', 'प्रिया']]],
    ['', []],
  ])('%s', (text, runs) => expect(runsOf(text)).toEqual(runs))

  it('puts letters and their accents together', () => expect(runsOf('e\u0301')).toEqual([['latin', 'é']]))

  it('puts words that are read from right to left in their order', () => {
    expect(runsOf('علي محمد').map(([, text]) => text)).toEqual(['محمد', ' ', 'علي'])
    expect(runsOf('Ann علي, محمد 12').map(([, text]) => text)).toEqual(['Ann ', '12', ' ', 'محمد', ', ', 'علي'])
    expect(mirrored('(a, ')).toBe(' ,a)')
  })

  it.each([
    ['山田太郎', 'jp'],
    ['さくら', 'jp'],
    ['刘晓燕', 'sc'],
    ['張偉', 'jp'],
    ['김민준', 'kr'],
  ])('draws %s with one font', (text, font) => {
    const { runs, isComplete } = lineOf(text)
    expect(isComplete).toBe(true)
    for (const { file } of runs) expect(file.name).toMatch(`noto-sans-${font}-`)
  })

  it.each([
    'Zażółć',
    'Γιώργος',
    'Nguyễn Thị Ánh',
    'Юлія',
    '山田',
    'محمد',
    'פָּנִים',
    'สมชาย',
    'ਹਰਪ੍ਰੀਤ',
    'Ann\u200D\u202E\uFE0F',
  ])('has every letter of %s', text => expect(isPrintable(text)).toBe(true))

  it.each(['Jo 😀', '𐍈', 'ᏣᎳᎩ'])('says that %s can’t be drawn, and shows it', text => {
    expect(lineOf(text).isComplete).toBe(false)
    expect(runsOf(text).at(-1)?.[1]).toContain('?')
  })

  it('is complete only where the fonts draw what was written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const { runs, isComplete } = lineOf(text)
        const drawn = runs.map(run => run.text).join('')
        const wanted = [...text.normalize('NFC').replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')]
        if (isComplete)
          expect(
            wanted.filter(letter => !/\p{Cf}|\p{Variation_Selector}/u.test(letter) && !drawn.includes(letter)),
          ).toEqual([])
        else expect(drawn).toContain('?')
      }),
    )
  })
})
