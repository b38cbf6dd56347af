import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { memberStatus } from '@honbu/contract/ids.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/database.ts'
import { type ImportReport, importMembers } from './import-members.ts'

const { db } = await freshDatabase()
const fixture = await readFile(path.resolve(import.meta.dirname, '../../../test/fixtures/instructors-spreadsheet.csv'))
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

beforeEach(async () => {
  const club = await db
    .insertInto('club')
    .values({ code: 'T', name: 'Test Dojo', club_type_id: 2, root_club_id: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  clubId = club.id
  const inTree = { club_id: clubId, root_club_id: clubId }
  const discipline = await db
    .insertInto('discipline')
    .values({ ...inTree, name: 'Karate' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const grades = belts.map((name, index) => ({
    discipline_id: discipline.id,
    root_club_id: clubId,
    name,
    position: index + 1,
  }))
  await db.insertInto('grade').values(grades).execute()
  const made = await db
    .insertInto('class')
    .values({
      ...inTree,
      class_name: 'Juniors',
      class_type_id: 39,
      primary_discipline_id: discipline.id,
      start_date: '2020-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  classId = made.id
})

const importList = (lines: readonly string[], options: { classId?: number; isDryRun?: boolean } = {}) =>
  importMembers(db, { bytes: Buffer.from([heading, ...lines].join('\r\n')), clubId, isDryRun: false, now, ...options })

const importFixture = (options: { classId?: number; isDryRun?: boolean } = {}) =>
  importMembers(db, { bytes: fixture, clubId, isDryRun: false, now, ...options })

async function members() {
  return await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .innerJoin('club_member', 'club_member.member_id', 'member.id')
    .leftJoin('member_discipline', 'member_discipline.member_id', 'member.id')
    .leftJoin('grade', 'grade.id', 'member_discipline.current_grade_id')
    .select([
      'member.id',
      'member.code',
      'first_name',
      'last_name',
      'dob',
      'email',
      'phone_mob',
      'address_line',
      'town',
      'postcode',
    ])
    .select([
      'member_status_id',
      'member_since',
      'trial_start',
      'communication_flags',
      'grade.name as belt',
      'studied_since',
    ])
    .where('member.root_club_id', '=', clubId)
    .orderBy('member.id')
    .execute()
}

const told = (report: ImportReport) =>
  [...report.problems, ...report.notUsed].map(({ line, text }) => `line ${line}: ${text}`)

describe("a club's own list", () => {
  test('is imported, and everything that could not be used is told by its line', async () => {
    const report = await importFixture()
    expect(report).toMatchObject({ clubName: 'Test Dojo', alreadyThere: 1, leftOut: 3 })
    expect(report.imported).toHaveLength(310)
    await expect(`${told(report).join('\n')}\n`).toMatchFileSnapshot(
      '../../../test/fixtures/instructors-spreadsheet.told.txt',
    )

    const stored = await members()
    expect(stored).toHaveLength(310)
    expect(stored[0]).toMatchObject({
      code: '1001',
      first_name: 'Meaghan',
      last_name: 'Kohler',
      dob: '2015-11-26',
      email: 'adriana.kohler@mail.example',
      phone_mob: '+447700900030',
      address_line: '1 The Woodlands',
      town: 'Long Halvorsonford',
      postcode: null,
      member_status_id: memberStatus.prospect,
      member_since: null,
      trial_start: '2018-06-08',
      communication_flags: 0,
      belt: 'Red tag',
      studied_since: '2018-06-08',
    })
    const names = stored.map(({ first_name, last_name }) => `${first_name} ${last_name}`)
    for (const name of [
      "Seán O'Brien",
      "Zoë D'Arcy-Smith",
      'Łukasz Wójcik',
      'Nguyễn Thị Hương',
      'Mohammed Al-Amin bin Yusuf',
      'J Li',
    ]) {
      expect(names).toContain(name)
    }
    const history = await db
      .selectFrom('member_status_change')
      .select('to_status_id')
      .where('club_id', '=', clubId)
      .execute()
    expect(history).toHaveLength(310)
    const audit = await db.selectFrom('audit').select(['action', 'member_id']).where('club_id', '=', clubId).execute()
    expect(new Set(audit.map(({ action, member_id }) => `${action} ${member_id}`)).size).toBe(310)
  })

  test('imported twice doubles nobody, and goes on the register once', async () => {
    const first = await importFixture({ classId })
    const active = first.imported.filter(({ statusId }) => statusId === memberStatus.active).length
    expect(first.register).toEqual({ className: 'Juniors', added: active })
    const second = await importFixture({ classId })
    expect(second.imported).toEqual([])
    expect(second.alreadyThere).toBe(311)
    expect(second.register).toEqual({ className: 'Juniors', added: 0 })
    expect(await members()).toHaveLength(310)
    const enrolled = await db.selectFrom('class_member').select('date_added').where('class_id', '=', classId).execute()
    expect(enrolled.map(({ date_added }) => date_added)).toEqual(Array(active).fill('2026-11-21'))
  })

  test('two at a time double nobody either', async () => {
    const reports = await Promise.all([importFixture(), importFixture()])
    expect(reports.map(({ imported }) => imported.length).sort()).toEqual([0, 310])
    expect(await members()).toHaveLength(310)
  })

  test('is not stored in a dry run, which tells the same', async () => {
    const dry = await importFixture({ isDryRun: true })
    expect(await members()).toEqual([])
    expect(told(await importFixture())).toEqual(told(dry))
  })
})

test('brothers and sisters share a parent, and a parent who trains is that member', async () => {
  await importList([
    'Ann,Reed,1/2/15,Jo Reed,jo@mail.example,07700 900111 (mum),,,White,Active,',
    'Ben,Reed,1/2/17,Jo Reed,jo@mail.example,,,,White,Active,',
    'Cal,Other,1/2/16,Jo Reed,jo.reed.two@mail.example,,,,White,Active,',
    'Jo,Reed,3/4/1985,,jo@mail.example,,,,Brown,Active,',
  ])
  const rows = await members()
  const contacts = await db
    .selectFrom('member_contact')
    .innerJoin('member', 'member.id', 'member_contact.member_id')
    .select(['member_contact.member_id', 'member_contact.person_id', 'relationship', 'is_guardian'])
    .where('root_club_id', '=', clubId)
    .orderBy('member_contact.member_id')
    .execute()
  const jo = await db
    .selectFrom('member')
    .select('person_id')
    .where('id', '=', rows[3]?.id ?? 0)
    .executeTakeFirstOrThrow()
  expect(contacts.map(({ person_id }) => person_id === jo.person_id)).toEqual([true, true, false])
  expect(contacts[0]).toMatchObject({ relationship: 'Mother', is_guardian: true })
})

test('someone without a date of birth is known again by e-mail, phone or house', async () => {
  await importList([
    'Ann,Reed,,,ann@mail.example,,,,White,Active,',
    'Ben,Reed,31/02/2010,,,07700900222,,,White,Active,',
  ])
  const again = await importList([
    'ann,REED,,,ANN@MAIL.EXAMPLE,,,,White,Active,',
    'Ben,Reed,1/2/10,,,+447700900222,,,White,Active,',
    'Ann,Reed,,,another.ann@mail.example,,,,White,Active,',
  ])
  expect(again.alreadyThere).toBe(2)
  expect(again.imported.map(({ email }) => email)).toEqual(['another.ann@mail.example'])
})

test.each([
  ['TOTAL,312,,,,,,,,,', '"TOTAL 312" is not a person\'s name: the line is left out'],
  [
    '"=HYPERLINK(""http://x"")",Test,,,,,,,,,',
    '"=HYPERLINK("http://x") Test" is not a person\'s name: the line is left out',
  ],
  [',Smith,,,,,,,,,', 'There is no first name beside "Smith": the line is left out'],
])('%s is nobody', async (line, problem) => {
  const report = await importList([line])
  expect(report.problems).toEqual([{ line: 2, text: problem }])
  expect(report).toMatchObject({ leftOut: 1, imported: [] })
})

test('joined before birth is told, and the member is kept', async () => {
  const report = await importList(['Ann,Reed,1/2/2018,,,,,1/2/2017,White,Active,y'])
  expect(report.problems).toEqual([{ line: 2, text: 'Joined "1/2/2017" is before the date of birth: left out' }])
  expect(await members()).toMatchObject([{ member_since: null, communication_flags: 8 }])
})

test.each([
  [
    () => importMembers(db, { bytes: fixture, clubId: 999_999, isDryRun: false, now }),
    /^There is no club 999999\. The clubs are: /,
  ],
  [() => importFixture({ classId: 999_999 }), 'Test Dojo has no class 999999.'],
  [
    () => importMembers(db, { bytes: Buffer.from('Name;Age\nx;1'), clubId, isDryRun: false, now }),
    /^The first line must hold headings/,
  ],
  [
    () => importMembers(db, { bytes: Buffer.from([0x4a, 0xff, 0x0a]), clubId, isDryRun: false, now }),
    /^The file is not UTF-8 text/,
  ],
  [() => importMembers(db, { bytes: Buffer.from(''), clubId, isDryRun: false, now }), /^The file is empty/],
  [() => importList(['A "b,c']), 'The file is not a comma-separated list: line 2 has a quotation mark out of place.'],
])('refuses what is no list, or has no place to go (%#)', async (attempt, message) => {
  await expect(attempt()).rejects.toThrow(message)
  expect(await members()).toEqual([])
})
