import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { asGuessed, counts, heading, importingLists, now, reading, told } from '../../test/importing-lists.ts'
import { importFile } from './import-file.ts'

const { db } = await freshDatabase()
const { at, run, importLines, members, contactsOf, linksOf } = importingLists(db)

describe('families', () => {
  test('brothers and sisters share a parent, and a parent who trains is that member', async () => {
    await importLines([
      'Ann,Reed,1/2/15,Jo Reed,jo@mail.example,07700 900111 (mum),,,White,Active,',
      'Ben,Reed,1/2/17,Jo Reed,jo@mail.example,,,,White,Active,',
      'Cal,Other,1/2/16,Jo Reed,jo.reed.two@mail.example,,,,White,Active,',
      'Jo,Reed,3/4/1985,,jo@mail.example,,,,Brown,Active,',
    ])
    const rows = await members()
    const contacts = await contactsOf()
    expect(contacts.map(({ person_id }) => person_id === rows[3]?.person_id)).toEqual([true, true, false])
    expect(contacts[0]).toMatchObject({ relationship: 'Mother', is_guardian: true })
    expect((await linksOf()).map(({ relationship }) => relationship).sort()).toEqual(['Parent', 'Parent', 'Sibling'])
  })

  test('two parents of a line are two guardians, each with their own phone and e-mail', async () => {
    const { clubId } = at
    const content = [
      'studentName,dateOfBirth,Parent 1 First Name,Parent 1 Last Name,Parent 1 Email,Parent 2 Name,Parent 2 Email,Parent 2 Cell',
      'Ann Reed,1/2/2015,Jo,Reed,jo@mail.example,Sam Stone,sam@mail.example,07700 900123',
    ].join('\n')
    await run(Buffer.from(content))
    const people = await db
      .selectFrom('member_contact')
      .innerJoin('person', 'person.id', 'member_contact.person_id')
      .select(['first_name', 'last_name', 'email', 'phone_mob', 'is_guardian'])
      .where('member_contact.root_club_id', '=', clubId)
      .orderBy('member_contact.position')
      .execute()
    expect(people).toEqual([
      { first_name: 'Jo', last_name: 'Reed', email: 'jo@mail.example', phone_mob: null, is_guardian: true },
      {
        first_name: 'Sam',
        last_name: 'Stone',
        email: 'sam@mail.example',
        phone_mob: '+447700900123',
        is_guardian: true,
      },
    ])
  })

  test("an address that half of the list has is nobody's family", async () => {
    const report = await importLines(
      Array.from({ length: 9 }, (_, index) => `Ann,Reed${index},1/2/1990,,club@mail.example,,,,White,Active,`),
    )
    expect(await linksOf()).toEqual([])
    expect(told(report)[0]).toContain('club@mail.example is the address of 9 people')
  })

  test('one who comes later is linked with those who are there', async () => {
    await importLines(['Ann,Reed,1/2/15,,jo@mail.example,,,,White,Active,'])
    await importLines(['Ben,Reed,1/2/17,,jo@mail.example,,,,White,Active,'])
    expect(await linksOf()).toMatchObject([{ relationship: 'Sibling' }])
  })
})

describe('members who are there', () => {
  const first = 'Ann,Reed,1/2/1990,,ann@mail.example,,1 Mill Lane,,White,Active,y'
  const second = 'ann,REED,1/2/1990,,new@mail.example,07700 900123,2 Mill Lane,5/6/2020,Yellow,Lapsed,n'

  test('are left alone, unless told otherwise', async () => {
    await importLines([first])
    const left = await importLines([second], { adjust: guess => ({ ...guess, existing: 'skip' }) })
    expect(counts(left)).toMatchObject({ new: 0, changed: 0, duplicate: 1 })
    expect(await members()).toMatchObject([{ email: 'ann@mail.example', phone_mob: null }])
  })

  test('have what is empty filled', async () => {
    await importLines([first])
    const report = await importLines([second], { adjust: guess => ({ ...guess, existing: 'fill' }) })
    expect(counts(report)).toMatchObject({ changed: 1 })
    expect(report.lines[0]?.stored).toEqual([
      { title: 'Mobile', before: null, after: '+447700900123' },
      { title: 'Joined', before: null, after: '5 Jun 2020' },
    ])
    expect(told(report)).toContain('line 2: The status stays Active; the file says Lapsed')
    expect(await members()).toMatchObject([
      {
        first_name: 'Ann',
        email: 'ann@mail.example',
        phone_mob: '+447700900123',
        address_line: '1 Mill Lane',
        member_since: '2020-06-05',
        belt: 'White',
        communication_flags: 8,
        version: 2,
      },
    ])
  })

  test('have what differs written over', async () => {
    await importLines([first])
    const report = await importLines([second], { adjust: guess => ({ ...guess, existing: 'overwrite' }) })
    expect(report.lines[0]?.stored).toContainEqual({
      title: 'E-mail',
      before: 'ann@mail.example',
      after: 'new@mail.example',
    })
    expect(await members()).toMatchObject([
      {
        first_name: 'Ann',
        email: 'new@mail.example',
        address_line: '2 Mill Lane',
        belt: 'Yellow',
        member_status_id: memberStatus.active,
        communication_flags: 0,
      },
    ])
  })

  test('someone without a date of birth is known again by e-mail, phone or house', async () => {
    await importLines([
      'Ann,Reed,,,ann@mail.example,,,,White,Active,',
      'Ben,Reed,31/02/2010,,,07700900222,,,White,Active,',
    ])
    const again = await importLines(
      [
        'ann,REED,,,ANN@MAIL.EXAMPLE,,,,White,Active,',
        'Ben,Reed,1/2/10,,,+447700900222,,,White,Active,',
        'Ann,Reed,,,another.ann@mail.example,,,,White,Active,',
      ],
      { adjust: guess => ({ ...guess, existing: 'skip' }) },
    )
    expect(again.lines.map(({ outcome }) => outcome)).toEqual(['duplicate', 'duplicate', 'new'])
  })

  test('who looks like one of them is pointed out', async () => {
    await importLines(['Ann,Reed,1/2/1990,,ann@mail.example,,,,White,Active,'])
    const report = await importLines(['Ann,Smith,1/2/1990,,ann@mail.example,,,,White,Active,'])
    expect(counts(report)).toMatchObject({ new: 1 })
    expect(told(report)[0]).toMatch(/May be Ann Reed \[1001\], who has the same e-mail/)
  })
})

test.each([
  ['TOTAL,312,,,,,,,,,', '"TOTAL 312" is not a person\'s name: the line is left out'],
  [
    '"=HYPERLINK(""http://x"")",Test,,,,,,,,,',
    '"=HYPERLINK("http://x") Test" is not a person\'s name: the line is left out',
  ],
  [',Smith,,,,,,,,,', 'There is no first name beside "Smith": the line is left out'],
  [heading, 'It repeats the headings: left out'],
])('%s is nobody', async (line, problem) => {
  const report = await importLines([line])
  expect(report.lines).toMatchObject([{ line: 2, outcome: 'refused', problems: [{ column: '', text: problem }] }])
})

test('joined before birth is told with its column, and the member is kept', async () => {
  const report = await importLines(['Ann,Reed,1/2/1998,,,,,1/2/1997,White,Active,y'])
  expect(report.lines[0]?.problems).toEqual([
    { column: 'Joined', text: '"1/2/1997" is before the date of birth: left out' },
  ])
  expect(await members()).toMatchObject([{ member_since: null, communication_flags: 8 }])
})

test('names of any script and length are stored as they are', async () => {
  const long = 'ｱ'.repeat(200)
  await importLines(['🥋 Zoë,محمد,1/2/1990,,,,,,,Active,', `${long},Li,1/2/1990,,,,,,,Active,`])
  expect((await members()).map(({ first_name }) => first_name)).toEqual(['🥋 Zoë', long])
})

test.each([
  [
    () =>
      importFile(db, {
        bytes: Buffer.from('Name\nx'),
        fileName: 'x',
        clubId: 999_999,
        reading,
        adjust: asGuessed,
        isDryRun: true,
        now,
      }),
    /^There is no club 999999\. The clubs are: /,
  ],
  [() => importLines(['x'], { adjust: guess => ({ ...guess, enrolClassId: 999_999 }) }), /no such class/],
  [() => run(Buffer.from('Age;Shoe size\n12;34')), /^Say which column holds the name/],
  [() => run(Buffer.from('')), /^The file is empty/],
  [() => run(Buffer.from('Name\n"Ann')), 'a quotation mark that begins in line 2 is never closed'],
])('refuses what is no list, or has no place to go (%#)', async (attempt, message) => {
  await expect(attempt()).rejects.toThrow(message)
  expect(await members()).toEqual([])
})
