import { describe, expect, it } from 'vitest'
import { belowOrSame, clubFormSchema, newClub, readCoordinate } from './club-form.ts'
import { mapLink } from './map-link.ts'

describe('the form of a club', () => {
  const filled = { ...newClub(), name: ' Dojo ', code: 'D', timeZone: 'Europe/London' }
  const problems = (changes: object) => {
    const parsed = clubFormSchema.safeParse({ ...filled, ...changes })
    return parsed.success ? [] : parsed.error.issues.map(issue => issue.path.join('.'))
  }

  it('takes little, trims it, and makes 0 of no coordinates', () => {
    expect(clubFormSchema.parse(filled)).toMatchObject({ name: 'Dojo', email: null, address: { longitude: 0 } })
    expect(clubFormSchema.parse({ ...filled, parentClubId: '', email: ' ' })).toMatchObject({
      parentClubId: null,
      email: null,
    })
  })

  it('says beside which field what is wrong', () => {
    expect(problems({ name: '', code: '', email: 'x' })).toEqual(['name', 'code', 'email'])
    expect(problems({ address: { ...filled.address, postcode: 'LS9' } })).toEqual(['address.postcode'])
    expect(problems({ address: { ...filled.address, latitude: 'north' } })).toEqual(['address.latitude'])
    expect(problems({ dateOpened: '30 February' })).toEqual(['dateOpened'])
  })
})

it.each([
  ['53.797', 53.797],
  ['-1.5', -1.5],
  ['−1.5', -1.5],
  ['0', 0],
  ['1,5', undefined],
  ['north', undefined],
])('reads the coordinate %s', (text, value) => {
  expect(readCoordinate(text)).toBe(value)
})

it('knows what is below a club', () => {
  const clubs = [
    { id: 3, parentClubId: 2 },
    { id: 2, parentClubId: 1 },
    { id: 1, parentClubId: null },
    { id: 4, parentClubId: 1 },
  ]
  expect([...belowOrSame(clubs, 2)].sort()).toEqual([2, 3])
  expect(belowOrSame(clubs, 1).size).toBe(4)
})

it('links to the map where there is a place', () => {
  expect(mapLink({ latitude: 0, longitude: 0 })).toBeUndefined()
  expect(mapLink({ latitude: 53.8, longitude: -1.5 })).toBe(
    'https://www.openstreetmap.org/?mlat=53.8&mlon=-1.5#map=17/53.8/-1.5',
  )
})
