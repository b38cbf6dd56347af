import path from 'node:path'
import { memberStatus } from '@honbu/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { type Adjust, counts, fixtures, importingLists, told } from '../../test/importing-lists.ts'

const { db } = await freshDatabase()
const { at, importFixture, members, contactsOf, linksOf } = importingLists(db)

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
    const history = await db.selectFrom('member_status_change').select('id').where('club_id', '=', at.clubId).execute()
    expect(history).toHaveLength(expected.new)
    const audit = await db
      .selectFrom('audit')
      .select('member_id')
      .where('club_id', '=', at.clubId)
      .orderBy('audit.id')
      .execute()
    expect(new Set(audit.map(({ member_id }) => member_id)).size).toBe(expected.new + 1)
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
    await importFixture('instructors-spreadsheet.csv', { adjust: withValue('grade', 'Black', at.black) })
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
    const notes = await db.selectFrom('member_note').select('note').where('club_id', '=', at.clubId).execute()
    expect(notes.map(({ note }) => note)).toContain('Dad pays cash\nask re: DD')
    const consents = await db
      .selectFrom('consent')
      .select(['how', 'is_given'])
      .where('club_id', '=', at.clubId)
      .execute()
    expect(new Set(consents.map(({ how }) => how))).toEqual(new Set(['import']))
  })

  test('puts all active members on a register, once', async () => {
    const adjust: Adjust = guess => ({ ...guess, enrolClassId: at.classId })
    const first = await importFixture('instructors-spreadsheet.csv', { adjust })
    const active = (await members()).filter(({ member_status_id }) => member_status_id === memberStatus.active).length
    const enrolled = () =>
      db.selectFrom('class_member').select('date_added').where('class_id', '=', at.classId).execute()
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
  expect(
    await db.selectFrom('charge').select('id').where('club_id', '=', at.clubId).orderBy('charge.id').execute(),
  ).toEqual([])
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
  await createClass(db, { clubId: at.clubId, className: 'Mon Juniors' })
  const report = await importFixture('hall-workbook.xlsx')
  expect(report.lines[0]).toMatchObject({ line: 1, outcome: 'refused' })
  expect((await members())[0]).toMatchObject({
    first_name: 'Jeanne',
    dob: '1995-10-03',
    member_since: '2023-04-02',
    next_payment: '2027-01-01',
    member_status_id: memberStatus.active,
  })
  const enrolled = await db.selectFrom('class_member').select('id').where('club_id', '=', at.clubId).execute()
  expect(enrolled).toHaveLength(54)
})

describe('a list of gradings', () => {
  test('is history and present belt of members who are there, once', async () => {
    const nobody = await importFixture('gradings-list.csv')
    expect(counts(nobody)).toEqual({ new: 0, changed: 0, duplicate: 0, refused: 156 })
    await importFixture('instructors-spreadsheet.csv')
    const report = await importFixture('gradings-list.csv', { adjust: withValue('grade', 'Black', at.black) })
    expect(counts(report)).toEqual({ new: 152, changed: 0, duplicate: 0, refused: 4 })
    await expect(`${told(report).join('\n')}\n`).toMatchFileSnapshot(path.join(fixtures, 'gradings-list.csv.told.txt'))
    const results = await db.selectFrom('grading_result').selectAll().where('club_id', '=', at.clubId).execute()
    expect(results).toHaveLength(152)
    expect(results.filter(({ passed }) => !passed)).toHaveLength(13)
    const meaghan = (await members()).find(({ first_name }) => first_name === 'Meaghan')
    expect(meaghan).toMatchObject({ belt: 'Orange', last_grading: '2024-05-20' })
    const again = await importFixture('gradings-list.csv', { adjust: withValue('grade', 'Black', at.black) })
    expect(counts(again)).toEqual({ new: 0, changed: 0, duplicate: 152, refused: 4 })
  })
})
