import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fontFiles, isPrintable, scriptRuns } from '../../platform/pdf-fonts.ts'
import { certificatePdf } from './certificate-pdf.ts'

describe('scriptRuns', () => {
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
    ['山田', [['latin', '山田']]],
    ['', []],
  ])('%s', (text, runs) => {
    expect(scriptRuns(text).map(run => [run.subset, run.text])).toEqual(runs)
  })

  it('puts letters and their accents together', () => {
    expect(scriptRuns('e\u0301')).toEqual([{ subset: 'latin', text: 'é' }])
  })

  it('loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const drawn = scriptRuns(text)
          .map(run => run.text)
          .join('')
        expect(drawn).toBe(text.normalize('NFC').toWellFormed())
      }),
    )
  })

  it('says what cannot be drawn', () => {
    expect(['Zażółć', 'Γιώργος', 'Nguyễn', 'Юлія', '山田', 'محمد', 'Jo 😀'].map(isPrintable)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('has a file for every font', () => {
    for (const { path } of fontFiles) expect(readFileSync(path).subarray(0, 4).toString()).toBe('wOFF')
  })
})

describe('certificatePdf', () => {
  const issuer = { clubName: 'Honbu Łódź', logo: null, instructors: ['Anna Rossi'] }
  const certificate = (name: string) => ({
    name,
    gradeName: 'Brown/White',
    belt: { colour: '#6f4322', colourTwo: '#f4f4f0', stripe: '#c0392b' },
    disciplineName: 'Karate',
    gradedOn: '2026-05-12',
  })

  it('is a page of A4 landscape each', async () => {
    const pdf = (await certificatePdf(['Ann', 'Γιώργος', 'Юлія'].map(certificate), issuer)).toString('latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(3)
    expect(pdf.match(/\/MediaBox \[0 0 841\.89 595\.28\]/g)).toHaveLength(3)
  })

  it('draws any name', async () => {
    const names = ['', ' ', '山田 太郎', 'محمد', '😀', '\ud800', '\0', 'x'.repeat(400), 'a\nb', 'Ann\u202E']
    expect((await certificatePdf(names.map(certificate), issuer)).length).toBeGreaterThan(1000)
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 12 }), async name => {
        await certificatePdf([certificate(name)], { ...issuer, instructors: [name] })
      }),
      { numRuns: 15 },
    )
  })
})
