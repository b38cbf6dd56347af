import { findingTexts } from '@honbu/contract/import-findings.ts'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { openImports } from '../../test/open-imports.ts'

// Today is 12 May 2026.
const database = await freshDatabase()
const { db } = database
const { ourClub, upload, read, check, run, undo, imported, lines, everything } = await openImports(database)

type Club = Awaited<ReturnType<typeof ourClub>>

const peopleOf = async ({ clubId }: Club) =>
  await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['member.id', 'person_id', 'first_name', 'last_name', 'dob', 'email', 'phone_mob'])
    .where('root_club_id', '=', clubId)
    .orderBy('member.id')
    .execute()

async function checked(club: Club, content: string, change = {}) {
  const importId = await upload(club, content)
  await check(club, importId, change)
  const { findings, counts } = await read(club, importId)
  return { importId, counts, texts: findingTexts(findings).map(({ text }) => text) }
}

const heading = 'Name,DOB,Email,Mobile'

describe('a corrected file', () => {
  const first = [heading, 'Ann Reed,1/2/1990,an@mail.example,', 'Ben Lee,3/4/1991,ben@mail.example,07700900123'].join(
    '\n',
  )

  it('changes what the first import created, and says which fields of how many people', async () => {
    const club = await ourClub()
    await imported(club, first)
    const before = await everything(club)
    const content = [
      heading,
      'Ann Reed,1/2/1990,ann@mail.example,',
      'Ben Lee,4/3/1991,ben@mail.example,07700900124',
    ].join('\n')
    const { importId, counts, texts } = await checked(club, content)
    expect(counts).toMatchObject({ new: 0, changed: 2 })
    expect(texts).toEqual(['Changed fields: E-mail (1 member), Date of birth (1 member), Mobile (1 member).'])
    await run(club, importId)
    expect(await peopleOf(club)).toMatchObject([
      { first_name: 'Ann', email: 'ann@mail.example' },
      { first_name: 'Ben', dob: '1991-03-04', phone_mob: '+447700900124' },
    ])
    await undo(club, importId)
    expect(await everything(club)).toEqual(before)
  })

  it('keeps what someone has edited since, and says so', async () => {
    const club = await ourClub()
    await imported(club, first)
    const [ann] = await peopleOf(club)
    await db
      .updateTable('person')
      .set({ email: 'home@mail.example' })
      .where('id', '=', ann?.person_id ?? 0)
      .execute()
    const content = first.replace('an@', 'ann@')
    const { importId, texts } = await checked(club, content)
    expect(texts).toEqual(['Edited by hand since an import, and kept: E-mail (1 member).'])
    const { data } = await lines(club, importId)
    expect(data[0].problems).toContainEqual({
      column: '',
      text: 'E-mail was edited after the import: home@mail.example stays, and the file says ann@mail.example',
    })
    const replaced = await checked(club, content, { existing: 'overwrite' })
    expect(replaced.texts).toEqual([
      'Edited by hand since an import, and replaced: E-mail (1 member).',
      'Changed fields: E-mail (1 member).',
    ])
    // The file says what it said before: what was edited since is the newer.
    expect((await checked(club, first)).texts).toEqual([])
  })

  it('leaves members who came in another way as they are', async () => {
    const club = await ourClub()
    await imported(club, first)
    await db.deleteFrom('imported_member').where('club_id', '=', club.clubId).execute()
    expect((await checked(club, first.replace('an@', 'ann@'))).counts).toMatchObject({ changed: 0, duplicate: 2 })
  })

  it('corrects a name by the member code', async () => {
    const club = await ourClub()
    await imported(club, 'Code,Name,DOB\n7,Jon Reed,1/2/1990\n8,Ben Lee,3/4/1991')
    const { importId } = await checked(club, 'Code,Name,DOB\n7,John Reed,1/2/1990\n8,Ben Lee,3/4/1991')
    await run(club, importId)
    expect((await peopleOf(club)).map(({ first_name }) => first_name)).toEqual(['John', 'Ben'])
  })

  it('does not put back what someone has removed', async () => {
    const club = await ourClub()
    await createClass(db, { clubId: club.clubId, className: 'Juniors' })
    const content = 'Name,DOB,Class,Tags\nAnn Reed,1/2/2015,Juniors,Squad'
    await imported(club, content)
    await db.updateTable('class_member').set({ removed_on: '2026-05-12' }).where('club_id', '=', club.clubId).execute()
    await db.deleteFrom('member_tag').where('root_club_id', '=', club.clubId).execute()
    expect((await checked(club, content)).counts).toMatchObject({ changed: 0, duplicate: 1 })
  })
})

it('says how many parents have another email in the file, which stays', async () => {
  const club = await ourClub()
  const list = (email: string) => `Name,DOB,Parent,Parent's email\nAnn Reed,1/2/2015,Una Reed,${email}`
  await imported(club, list('una@mail.example'))
  const { importId, texts } = await checked(club, list('una.new@mail.example'))
  expect(texts).toEqual([
    '1 parent or contact has another email or phone in this file. We don’t change those: do it on the member’s page.',
  ])
  const { data } = await lines(club, importId)
  expect(data[0].problems.map(({ text }: { text: string }) => text)).toContain(
    'Una Reed has another email or phone here. We keep what the member’s page says',
  )
  expect((await checked(club, list('UNA@mail.example'))).texts).toEqual([])
})

describe('two with one name', () => {
  const list = 'Name,Belt\nAnn Reed,White\nAnn Reed,Green\nBen Lee,White'

  it('and nothing else in common are two people', async () => {
    const club = await ourClub()
    const { importId, counts, texts } = await checked(club, list)
    expect(counts).toMatchObject({ new: 3 })
    expect(texts).toEqual([
      '1 line has the name of someone else and nothing else in common. We’ll add them as other people.',
    ])
    await run(club, importId)
    expect(await peopleOf(club)).toHaveLength(3)
    // The same list again finds each of them.
    expect((await checked(club, list)).counts).toMatchObject({ new: 0, duplicate: 3 })
    // Another list names one of them alone.
    const other = await checked(club, 'Name,Belt\nAnn Reed,Green\nCal Other,White\nDee Other,White')
    expect(other.counts).toMatchObject({ new: 3 })
  })

  it('are one if the user says so, or the whole line is repeated', async () => {
    const club = await ourClub()
    expect((await checked(club, list, { sameNames: 'one' })).counts).toMatchObject({ new: 2, duplicate: 1 })
    expect((await checked(club, list.replace('Green', 'White'))).counts).toMatchObject({ new: 2, duplicate: 1 })
  })

  it('are chosen line by line', async () => {
    const club = await ourClub()
    const choices = async (importId: number) =>
      (await lines(club, importId)).data.flatMap(
        ({ line, problems }: { line: number; problems: { choice?: string }[] }) =>
          problems.flatMap(({ choice }) => (choice ? [[line, choice]] : [])),
      )
    const asked = await checked(club, list)
    expect(await choices(asked.importId)).toEqual([[3, 'one']])
    const one = await checked(club, list, { otherNames: [3] })
    expect(one.counts).toMatchObject({ new: 2, duplicate: 1 })
    expect(await choices(one.importId)).toEqual([[3, 'two']])
    const two = await checked(club, list, { sameNames: 'one', otherNames: [3] })
    expect(two.counts).toMatchObject({ new: 3, duplicate: 0 })
  })
})

describe('the check', () => {
  it('says that a class would have more members than places', async () => {
    const club = await ourClub()
    const { id } = await createClass(db, { clubId: club.clubId, className: 'Juniors' })
    await db.updateTable('class').set({ capacity: 2 }).where('id', '=', id).execute()
    const content = 'Name,DOB,Class\nAnn Reed,1/2/2015,Juniors\nBen Reed,1/2/2016,Juniors\nCal Lee,1/2/2017,'
    expect((await checked(club, content)).texts).toEqual([])
    const { importId, texts } = await checked(club, content, { enrolClassId: id })
    expect(texts).toEqual(['Juniors has 2 places. With 3 from this file it would have 3 members.'])
    await run(club, importId)
    expect((await checked(club, 'Name,DOB,Class\nDee Lee,1/2/2017,Juniors')).texts).toEqual([
      'Juniors has 2 places. With 1 from this file it would have 4 members.',
    ])
  })

  it('takes the category from the age where the file has none', async () => {
    const club = await ourClub()
    const category = async (name: string, min_age: number | null, max_age: number | null) => {
      const place = { club_id: club.clubId, root_club_id: club.clubId }
      await db
        .insertInto('member_category')
        .values({ ...place, name, min_age, max_age })
        .execute()
    }
    await category('Juniors', 5, 17)
    await category('Adults', 18, null)
    await category('Family', null, null)
    const { importId } = await checked(
      club,
      'Name,DOB,Category\nAnn Reed,1/2/2015,\nBen Reed,1/2/1990,\nCal Lee,1/2/1990,Family\nDee Lee,,',
    )
    const { data } = await lines(club, importId)
    const categories = data.map(
      ({ stored }: { stored: { title: string; after: string }[] }) =>
        stored.find(({ title }) => title === 'Category')?.after,
    )
    expect(categories).toEqual(['Juniors', 'Adults', 'Family', undefined])
  })
})
