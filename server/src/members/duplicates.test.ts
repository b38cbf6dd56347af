import { describe, expect, it, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClub, createContact, createMember } from '../../test/factories/people.ts'
import { type Compared, compare, findLikelyDuplicates, type NewPerson } from './duplicates.ts'

const { db } = await freshDatabase()

const compared = (same: Partial<Compared>): Compared => ({
  hasSameName: false,
  hasSameFirstName: false,
  dobs: [null, null],
  hasSameEmail: false,
  hasSamePhone: false,
  ...same,
})
const [born, later] = ['2015-04-01', '2017-04-01']
const name = { hasSameName: true, hasSameFirstName: true }

describe('compare', () => {
  test.each<[string, Partial<Compared>, string[] | null, boolean]>([
    ['nothing', {}, null, false],
    ['a name alone, which many have', name, null, false],
    ['a name of which one date of birth is unknown', { ...name, dobs: [born, null] }, null, false],
    ['a name and a date of birth', { ...name, dobs: [born, born] }, ['nameAndDob'], true],
    ['a date of birth alone', { dobs: [born, born] }, null, false],
    ['the e-mail address of a family', { hasSameEmail: true }, ['email'], false],
    ['a name and an e-mail address', { ...name, hasSameEmail: true, dobs: [born, null] }, ['email'], true],
    ['a married name', { hasSameFirstName: true, hasSamePhone: true }, ['phone'], true],
    ['a father and a son of one name', { ...name, hasSamePhone: true, dobs: [born, later] }, ['phone'], false],
    [
      'all of it',
      { ...name, hasSameEmail: true, hasSamePhone: true, dobs: [born, born] },
      ['nameAndDob', 'email', 'phone'],
      true,
    ],
  ])('%s', (_, same, sameBy, isLikely) => {
    expect(compare(compared(same))).toEqual(sameBy && { sameBy, isLikely })
  })
})

const nobody: NewPerson = { firstName: 'Zz', lastName: 'Nobody', dob: null, email: null, phones: [] }

async function aTree() {
  const club = await createClub(db)
  const found = async (person: Partial<NewPerson>) => {
    const [duplicates = []] = await findLikelyDuplicates(db, club.rootClubId, [{ ...nobody, ...person }])
    return duplicates.map(({ memberId, sameBy, isLikely }) => [memberId, ...sameBy, isLikely])
  }
  return { club, found, add: (person: object) => createMember(db, { clubId: club.id, ...person }) }
}

describe('findLikelyDuplicates', () => {
  it('knows a name without its accents, apostrophes, hyphens and spaces', async () => {
    const { add, found } = await aTree()
    const { id } = await add({ firstName: 'Zoë', lastName: "O'Brien-Łuk", dob: '2012-02-29' })
    const same = [[id, 'nameAndDob', true]]
    expect(await found({ firstName: ' zoe ', lastName: 'OBRIENLUK', dob: '2012-02-29' })).toEqual(same)
    expect(await found({ firstName: 'Zoe', lastName: 'O’Brien-Łuk', dob: '2012-02-29' })).toEqual(same)
    expect(await found({ firstName: 'Zoe', lastName: "O'Brien-Łuk", dob: '2012-02-28' })).toEqual([])
    expect(await found({ firstName: 'Zoe', lastName: "O'Brien-Łuk", dob: null })).toEqual([])
  })

  it.each(['山田太郎'.repeat(50), '👩‍👩‍👧', '<script>alert(1)</script>', "Robert'); drop table person; --", '%'])(
    'takes the name %s as it is',
    async firstName => {
      const { add, found } = await aTree()
      const { id } = await add({ firstName, lastName: '', dob: '2012-02-29' })
      expect(await found({ firstName, lastName: '', dob: '2012-02-29' })).toEqual([[id, 'nameAndDob', true]])
    },
  )

  it.each([
    '07700 900123',
    '+44 7700 900123',
    '0044 7700 900123',
    '+44 (0)7700 900123',
    '7700900123',
    'Mum: (07700) 900-123 after 5',
  ])('knows the phone %s in all its forms', async phone => {
    const { add, found } = await aTree()
    const { id } = await add({ firstName: 'Ann', phone })
    for (const other of ['+447700900123', '07700 900 123', '0113 496 0000 / 07700 900123'])
      expect(await found({ firstName: 'Ann', phones: [null, other] })).toEqual([[id, 'phone', true]])
    expect(await found({ firstName: 'Ann', phones: ['07700 900124', '900123', ''] })).toEqual([])
  })

  it('takes what a family shares for a hint, and puts who is likely first', async () => {
    const { add, found } = await aTree()
    const email = 'family@mail.example'
    const tom = await add({ firstName: 'Tom', email })
    const una = await add({ firstName: 'Una', email })
    expect(await found({ firstName: 'Una', email: 'FAMILY@mail.example' })).toEqual([
      [una.id, 'email', true],
      [tom.id, 'email', false],
    ])
  })

  it('answers for each in one go, and finds the one of its name among hundreds at one address', async () => {
    const { club, add } = await aTree()
    const email = 'office@club.example'
    for (let count = 0; count < 30; count++) await add({ firstName: `Child${count}`, email })
    const last = await add({ firstName: 'Wanted', email })
    const people = [nobody, { ...nobody, firstName: 'Wanted', email }, { ...nobody, email }]
    const [none, one, hints] = await findLikelyDuplicates(db, club.rootClubId, people)
    expect(none).toEqual([])
    expect(one?.[0]).toMatchObject({ memberId: last.id, code: last.code, firstName: 'Wanted', isLikely: true })
    expect(hints).toHaveLength(20)
    expect(await findLikelyDuplicates(db, club.rootClubId, [])).toEqual([])
  })

  it('never looks into another tree, at contacts, or at who has been merged into another', async () => {
    const { club, add, found } = await aTree()
    const elsewhere = await createClub(db)
    const sister = await createClub(db, { parentClubId: club.id })
    const person = { firstName: 'Ann', lastName: 'Lee', dob: '2012-03-04' }
    await createMember(db, { clubId: elsewhere.id, ...person })
    const there = await createMember(db, { clubId: sister.id, ...person })
    const merged = await add(person)
    await db.updateTable('member').set({ merged_into_id: there.id }).where('id', '=', merged.id).execute()
    await createContact(db, { memberId: there.id, ...person })
    expect(await found(person)).toEqual([[there.id, 'nameAndDob', true]])
  })
})
