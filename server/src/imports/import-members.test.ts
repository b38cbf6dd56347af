import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass, createClub, createDiscipline } from '../../test/factories.ts'
import { type ImportReport, importFile } from './import-file.ts'

const { db } = await freshDatabase()
const fixtures = path.resolve(import.meta.dirname, '../../test/fixtures')
const now = new Date('2026-11-21T19:30:00Z')
const heading = 'First name,Surname,D.O.B.,Parent/Guardian,E-mail,Mobile,Address,Joined,Belt,Status,Photos OK?'
const belts = [
  'White',
  'Red tag',
  'Yellow',
  'Orange',
  'Green',
  'Blue',
  'Purple',
  'Brown',
  'Brown/White',
  'Black 1st Dan',
  'Black 2nd Dan',
]

let clubId = 0
let classId = 0
let black = 0

beforeEach(async () => {
  const club = await createClub(db)
  clubId = club.id
  const discipline = await createDiscipline(db, { clubId, grades: belts })
  await db.updateTable('discipline').set({ name: 'Karate' }).where('id', '=', discipline.id).execute()
  black = discipline.gradeIds[9] ?? 0
  const made = await createClass(db, { clubId, disciplineId: discipline.id, className: 'Juniors' })
  classId = made.id
})

type Adjust = (guess: ImportMapping) => ImportMapping

interface Options {
  readonly isDryRun?: boolean
  readonly adjust?: Adjust
}

const asGuessed: Adjust = guess => guess
const reading = { sheet: null, encoding: null, delimiter: null, headerLine: null }

const run = (bytes: Uint8Array, { isDryRun = false, adjust = asGuessed }: Options = {}) =>
  importFile(db, { bytes, fileName: 'list.csv', clubId, reading, adjust, isDryRun, now })

const importFixture = async (name: string, options: Options = {}) =>
  await run(await readFile(path.join(fixtures, name)), options)

const importLines = (lines: readonly string[], options: Options = {}) =>
  run(Buffer.from([heading, ...lines].join('\r\n')), options)

const counts = ({ counts: { new_count, changed_count, duplicate_count, refused_count } }: ImportReport) => ({
  new: new_count,
  changed: changed_count,
  duplicate: duplicate_count,
  refused: refused_count,
})

const told = ({ lines }: ImportReport) =>
  lines.flatMap(({ line, problems }) =>
    problems.map(({ column, text }) => `line ${line}${column ? `, ${column}` : ''}: ${text}`),
  )

async function members() {
  return await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoin('club_member', 'club_member.member_id', 'member.id')
    .leftJoin('member_discipline', 'member_discipline.member_id', 'member.id')
    .leftJoin('grade', 'grade.id', 'member_discipline.current_grade_id')
    .selectAll(['person', 'club_member'])
    .select(['member.id as id', 'member.code', 'member.person_id', 'grade.name as belt'])
    .select(['member_discipline.studied_since', 'member_discipline.last_grading'])
    .where('club_member.club_id', '=', clubId)
    .orderBy('member.id')
    .execute()
}

const contactsOf = () =>
  db
    .selectFrom('member_contact')
    .innerJoin('member', 'member.id', 'member_contact.member_id')
    .innerJoin('person', 'person.id', 'member_contact.person_id')
    .select(['member_id', 'member_contact.person_id', 'relationship', 'is_guardian', 'first_name', 'is_emergency'])
    .where('member.root_club_id', '=', clubId)
    .orderBy('member_id')
    .execute()

const linksOf = () =>
  db
    .selectFrom('member_link')
    .select(['member_id', 'linked_member_id', 'relationship'])
    .where('root_club_id', '=', clubId)
    .orderBy('id')
    .execute()

const withValue =
  (of: string, text: string, means: number): Adjust =>
  guess => ({
    ...guess,
    values: guess.values.map(value => (value.of === of && value.text === text ? { ...value, means } : value)),
  })

describe.each([
  ['instructors-spreadsheet.csv', { new: 310, changed: 0, duplicate: 1, refused: 3 }],
  ['old-system-export.csv', { new: 848, changed: 0, duplicate: 0, refused: 2 }],
  ['hall-workbook.xlsx', { new: 140, changed: 0, duplicate: 0, refused: 1 }],
])('%s', (name, expected) => {
  test('is imported, and everything that could not be used is told by its line', async () => {
    const report = await importFixture(name)
    expect(counts(report)).toEqual(expected)
    await expect(`${told(report).join('\n')}\n`).toMatchFileSnapshot(path.join(fixtures, `${name}.told.txt`))
    expect(await members()).toHaveLength(expected.new)
    const history = await db.selectFrom('member_status_change').select('id').where('club_id', '=', clubId).execute()
    expect(history).toHaveLength(expected.new)
    const audit = await db.selectFrom('audit').select('member_id').where('club_id', '=', clubId).execute()
    expect(new Set(audit.map(({ member_id }) => member_id)).size).toBe(expected.new + 1)
  })

  const modes = name === 'old-system-export.csv' ? (['overwrite'] as const) : (['skip', 'fill', 'overwrite'] as const)
  test.each(modes)('imported again with %s finds everybody there', async existing => {
    await importFixture(name)
    const again = await importFixture(name, { adjust: guess => ({ ...guess, existing }) })
    expect(counts(again)).toEqual({
      ...expected,
      new: 0,
      duplicate: expected.new + expected.duplicate,
    })
    expect(await members()).toHaveLength(expected.new)
  })
})

test('a dry run tells the same, and stores nothing', async () => {
  const dry = await importFixture('instructors-spreadsheet.csv', { isDryRun: true })
  expect(await members()).toEqual([])
  expect(told(await importFixture('instructors-spreadsheet.csv'))).toEqual(told(dry))
})

test('two at a time double nobody', async () => {
  const reports = await Promise.all([
    importFixture('instructors-spreadsheet.csv'),
    importFixture('instructors-spreadsheet.csv'),
  ])
  expect(reports.map(report => counts(report).new).sort()).toEqual([0, 310])
  expect(await members()).toHaveLength(310)
})

describe("an instructor's spreadsheet", () => {
  test('keeps what it says of somebody', async () => {
    await importFixture('instructors-spreadsheet.csv', { adjust: withValue('grade', 'Black', black) })
    const [first, ...others] = await members()
    expect(first).toMatchObject({
      code: '1001',
      first_name: 'Meaghan',
      last_name: 'Kohler',
      dob: '2015-11-26',
      email: 'adriana.kohler@mail.example',
      phone_mob: '+447700900030',
      address_line: '1 The Woodlands',
      town: 'Long Halvorsonford',
      postcode: 'SY8 3IC',
      member_status_id: memberStatus.prospect,
      member_since: null,
      trial_start: '2018-06-08',
      communication_flags: 0,
      sub_price_pence: 3500,
      sub_frequency_id: 1102,
      belt: 'Red tag',
      studied_since: '2018-06-08',
    })
    const names = others.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
    for (const name of ["Seán O'Brien", "Zoë D'Arcy-Smith", 'Łukasz Wójcik', 'Nguyễn Thị Hương', 'J Li'])
      expect(names).toContain(name)
    expect(others.filter(({ belt }) => belt === 'Black 1st Dan').length).toBeGreaterThan(30)
    const notes = await db.selectFrom('member_note').select('note').where('club_id', '=', clubId).execute()
    expect(notes.map(({ note }) => note)).toContain('Dad pays cash\nask re: DD')
    const consents = await db.selectFrom('consent').select(['how', 'is_given']).where('club_id', '=', clubId).execute()
    expect(new Set(consents.map(({ how }) => how))).toEqual(new Set(['import']))
  })

  test('puts all active members on a register, once', async () => {
    const adjust: Adjust = guess => ({ ...guess, enrolClassId: classId })
    const first = await importFixture('instructors-spreadsheet.csv', { adjust })
    const active = (await members()).filter(({ member_status_id }) => member_status_id === memberStatus.active).length
    const enrolled = () => db.selectFrom('class_member').select('date_added').where('class_id', '=', classId).execute()
    expect((await enrolled()).map(({ date_added }) => date_added)).toEqual(Array(active).fill('2026-11-21'))
    expect(counts(first).new).toBe(310)
    expect(counts(await importFixture('instructors-spreadsheet.csv', { adjust }))).toMatchObject({ new: 0, changed: 0 })
    expect(await enrolled()).toHaveLength(active)
  })
})

test('the export of another system keeps its codes, splits its names, and its balance is a note', async () => {
  await importFixture('old-system-export.csv')
  const [first] = await members()
  expect(first).toMatchObject({
    code: '100000',
    first_name: 'Alexandre',
    last_name: 'Johnston',
    dob: '1967-12-31',
    phone_mob: '+447700900176',
    town: 'Nether Morar',
    postcode: 'KY57 19Z',
    member_since: '2023-05-22',
    belt: 'Orange',
    last_grading: '2023-05-01',
  })
  const notes = await db
    .selectFrom('member_note')
    .select('note')
    .where('member_id', '=', first?.id ?? 0)
    .orderBy('id')
    .execute()
  expect(notes.map(({ note }) => note)).toEqual(['returns in Jan; hold spot', 'Balance in the old system: -26.73'])
  expect(await db.selectFrom('charge').select('id').where('club_id', '=', clubId).execute()).toEqual([])
  // Alexandre (58), Byron, Jana and Buddy have one e-mail address.
  const [alexandre, byron, jana] = await members()
  const links = await linksOf()
  const pair = (a = 0, b = 0) =>
    links.find(link => [link.member_id, link.linked_member_id].sort().join() === [a, b].sort().join())?.relationship
  expect(pair(alexandre?.id, byron?.id)).toBe('Parent')
  expect(pair(byron?.id, jana?.id)).toBe('Sibling')
  const contacts = await contactsOf()
  expect(contacts.find(({ member_id }) => member_id === byron?.id)).toMatchObject({
    person_id: alexandre?.person_id,
    is_guardian: true,
  })
})

test('a workbook begins below its title, and its days are days', async () => {
  await createClass(db, { clubId, className: 'Mon Juniors' })
  const report = await importFixture('hall-workbook.xlsx')
  expect(report.lines[0]).toMatchObject({ line: 1, outcome: 'refused' })
  expect((await members())[0]).toMatchObject({
    first_name: 'Jeanne',
    dob: '1995-10-03',
    member_since: '2023-04-02',
    next_payment: '2027-01-01',
    member_status_id: memberStatus.active,
  })
  const enrolled = await db.selectFrom('class_member').select('id').where('club_id', '=', clubId).execute()
  expect(enrolled).toHaveLength(54)
})

describe('a list of gradings', () => {
  test('is history and present belt of members who are there, once', async () => {
    const nobody = await importFixture('gradings-list.csv')
    expect(counts(nobody)).toEqual({ new: 0, changed: 0, duplicate: 0, refused: 156 })
    await importFixture('instructors-spreadsheet.csv')
    const report = await importFixture('gradings-list.csv', { adjust: withValue('grade', 'Black', black) })
    expect(counts(report)).toEqual({ new: 152, changed: 0, duplicate: 0, refused: 4 })
    await expect(`${told(report).join('\n')}\n`).toMatchFileSnapshot(path.join(fixtures, 'gradings-list.csv.told.txt'))
    const results = await db.selectFrom('grading_result').selectAll().where('club_id', '=', clubId).execute()
    expect(results).toHaveLength(152)
    expect(results.filter(({ passed }) => !passed)).toHaveLength(13)
    const meaghan = (await members()).find(({ first_name }) => first_name === 'Meaghan')
    expect(meaghan).toMatchObject({ belt: 'Orange', last_grading: '2024-05-20' })
    const again = await importFixture('gradings-list.csv', { adjust: withValue('grade', 'Black', black) })
    expect(counts(again)).toEqual({ new: 0, changed: 0, duplicate: 152, refused: 4 })
  })
})

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
    expect(counts(await importLines([second]))).toMatchObject({ new: 0, changed: 0, duplicate: 1 })
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
    const again = await importLines([
      'ann,REED,,,ANN@MAIL.EXAMPLE,,,,White,Active,',
      'Ben,Reed,1/2/10,,,+447700900222,,,White,Active,',
      'Ann,Reed,,,another.ann@mail.example,,,,White,Active,',
    ])
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
