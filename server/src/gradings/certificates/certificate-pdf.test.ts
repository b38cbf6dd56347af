import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { certificatePdf } from './certificate-pdf.ts'

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
