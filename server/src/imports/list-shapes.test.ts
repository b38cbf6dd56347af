import { memberStatus } from '@honbu/contract/ids.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { counts, importingLists, told } from '../../test/importing-lists.ts'
import { openImports } from '../../test/open-imports.ts'

const database = await freshDatabase()
const { db } = database
const { at, run, members } = importingLists(db)
const { ourClub, upload, read, imported, lines, undo } = await openImports(database)

const list = (lines: readonly string[], adjust?: (guess: ImportMapping) => ImportMapping) =>
  run(Buffer.from(lines.join('\n')), adjust && { adjust })

const fieldsOf = ({ columns }: ImportMapping) => columns.map(({ field }) => field)

async function classesOf() {
  const rows = await db
    .selectFrom('class_member')
    .innerJoin('class', 'class.id', 'class_id')
    .innerJoin('member', 'member.id', 'member_id')
    .innerJoin('person', 'person.id', 'person_id')
    .select(['first_name', 'class_name'])
    .where('class.club_id', '=', at.clubId)
    .orderBy('class_member.id')
    .execute()
  return rows.map(({ first_name, class_name }) => `${first_name}: ${class_name}`)
}

describe('a date of birth in three columns', () => {
  test('is put together', async () => {
    const { mapping } = await list([
      'Name,Day,Month,Year,Mobile',
      'Ann Reed,13,4,2015,07700900123',
      'Ben Reed,1st,February,2016,',
      'Cal Lee,31,2,2016,',
      'Dee Lee,,,,',
    ])
    expect(fieldsOf(mapping)).toEqual(['fullName', 'dobDay', 'dobMonth', 'dobYear', 'mobile'])
    expect((await members()).map(({ dob }) => dob)).toEqual(['2015-04-13', '2016-02-01', null, null])
  })
})

describe('a list without headings', () => {
  test('is read by what stands in its columns', async () => {
    const report = await list([
      'Ann,Reed,13/04/2015,ann@mail.example,07700 900123,White,05/09/2022',
      'Ben,Reed,01/02/1990,ben@mail.example,07700 900124,Green,05/09/2019',
      'Cal,Lee,03/04/1991,cal@mail.example,07700 900125,Brown,05/09/2020',
    ])
    expect(fieldsOf(report.mapping)).toEqual(['firstName', 'lastName', 'dob', 'email', 'mobile', 'grade', 'joined'])
    expect(counts(report)).toMatchObject({ new: 3, refused: 0 })
    expect((await members())[0]).toMatchObject({ first_name: 'Ann', dob: '2015-04-13', belt: 'White' })
  })

  test('can be said to have none, and to have some', async () => {
    const club = await ourClub()
    const importId = await upload(club, 'Anna,Belt,1/2/2015\nBen,Reed,3/4/2016\n')
    const reading = { sheet: null, encoding: null, delimiter: null, headerLine: 0 }
    expect((await club.admin.post(`/api/club/SaveImportReading/${importId}`, reading)).status).toBe(200)
    expect((await read(club, importId)).mapping.columns[0]).toMatchObject({ field: 'firstName' })
    const { body } = await club.admin.get(`/api/club/GetImportFile/${importId}`)
    expect(body).toMatchObject({ headerLine: 0, lines: 2 })
  })
})

describe('two lines of headings', () => {
  test('are read together: a group above its columns', async () => {
    const { mapping } = await list([
      'Child,,,Parent,,',
      'Name,DOB,Belt,Name,Email,Phone',
      'Ann Reed,13/4/2015,White,Jo Reed,jo@mail.example,07700900123',
    ])
    expect(fieldsOf(mapping)).toEqual(['fullName', 'dob', 'grade', 'guardian', 'guardianEmail', 'guardianPhone'])
    expect(await members()).toHaveLength(1)
  })

  test('and words in two halves', async () => {
    const { mapping } = await list(['First,Last,Date of,Post', 'name,name,birth,code', 'Ann,Reed,13/4/2015,OX5 2BU'])
    expect(fieldsOf(mapping)).toEqual(['firstName', 'lastName', 'dob', 'postcode'])
    expect(await members()).toHaveLength(1)
  })

  test('a title above the headings is no group', async () => {
    const report = await list(['Members,2026,,', 'Name,DOB,Email,Mobile', 'Ann Reed,13/4/2015,a@mail.example,'])
    expect(fieldsOf(report.mapping)).toEqual(['fullName', 'dob', 'email', 'mobile'])
    expect(told(report)).toContain('line 1: It stands above the headings: left out')
  })
})

describe('section headings', () => {
  const sheet = [
    'Name,DOB,Mobile,Belt',
    'MONDAY TINIES,,,',
    'Ann Reed,13/4/2020,07700900123,White',
    'Ben Lee,1/2/2020,,White',
    'Juniors 6.30pm:,,,',
    'Cal Other,1/2/2014,,Green',
    'Dee Other,1/2/2013,,Green',
    'Printed on 3 May,,,',
  ]

  test('are classes, and no members', async () => {
    await createClass(db, { clubId: at.clubId, className: 'Monday Tinies' })
    const report = await list(sheet, guess => {
      expect(fieldsOf(guess)).toEqual(['fullName', 'dob', 'mobile', 'grade', 'class'])
      const values = guess.values.map(value =>
        value.text === 'Juniors 6.30pm' ? { ...value, means: at.classId } : value,
      )
      return { ...guess, values }
    })
    expect(counts(report)).toMatchObject({ new: 4, refused: 3 })
    expect(told(report)).toContain('line 2: It’s a heading between the lines, and not a person')
    expect(await classesOf()).toEqual(['Ann: Monday Tinies', 'Ben: Monday Tinies', 'Cal: Juniors', 'Dee: Juniors'])
  })

  test('are statuses where they say so', async () => {
    const report = await list(['Name,DOB,Mobile', 'ACTIVE,,', 'Ann Reed,13/4/1990,', 'LAPSED,,', 'Ben Lee,1/2/1991,'])
    expect(fieldsOf(report.mapping)).toContain('status')
    expect(await members()).toMatchObject([
      { member_status_id: memberStatus.active },
      { member_status_id: memberStatus.lapsed },
    ])
  })

  test('a person with nothing but a name is a person', async () => {
    const report = await list(['Name,DOB,Mobile', 'Ann Reed,13/4/1990,07700900123', 'Ben Lee,,', 'Monty Saturnino,,'])
    expect(counts(report)).toMatchObject({ new: 3, refused: 0 })
  })
})

describe('several lines for one person', () => {
  test('are merged, and the number is told', async () => {
    await createClass(db, { clubId: at.clubId, className: 'Sparring' })
    const report = await list([
      'Name,DOB,Email,Class,Mobile,Tags',
      'Ann Reed,13/4/2015,ann@mail.example,Juniors,,Squad',
      'Ben Lee,1/2/2015,,Juniors,,',
      'Ann Reed,13/4/2015,other@mail.example,Sparring,07700900123,Team',
    ])
    expect(counts(report)).toMatchObject({ new: 2, duplicate: 1 })
    expect(report.findings).toMatchObject({ merged: 1 })
    expect(told(report).filter(text => text.startsWith('line 4'))).toEqual([
      'line 4: Ann Reed is on line 2 already: merged with it, and adds Mobile, Class and Tags',
      'line 4: Email differs from line 2, which counts',
    ])
    expect(await classesOf()).toEqual(['Ann: Juniors', 'Ann: Sparring', 'Ben: Juniors'])
    expect((await members())[0]).toMatchObject({ email: 'ann@mail.example', phone_mob: '+447700900123' })
  })
})

describe('belts', () => {
  test('and stripes may be in two columns', async () => {
    const discipline = await createDiscipline(db, {
      clubId: at.clubId,
      grades: ['White', 'White, 1 stripe', 'White, 2 stripes', 'Blue'],
    })
    await list(
      ['Name,DOB,Belt,Stripes', 'Ann Reed,13/4/1990,White,2', 'Ben Lee,1/2/1991,Blue,0', 'Cal Lee,1/2/1992,white,1'],
      guess => ({
        ...guess,
        disciplineId: discipline.id,
        values: [],
      }),
    )
    expect((await members()).map(({ belt }) => belt)).toEqual(['White, 2 stripes', 'Blue', 'White, 1 stripe'])
  })

  test('are matched again with another discipline', async () => {
    const club = await ourClub()
    await createDiscipline(db, { clubId: club.clubId, grades: ['White', 'Green'] })
    const judo = await createDiscipline(db, { clubId: club.clubId, grades: ['6th Kyu', '5th Kyu'] })
    const importId = await upload(club, 'Name,DOB,Belt\nAnn Reed,1/2/2015,5. KYU\n')
    const guess = async (query = '') => (await club.admin.get(`/api/club/GuessImport/${importId}${query}`)).body
    expect((await guess()).values).toEqual([{ of: 'grade', text: '5. KYU', means: null }])
    expect(await guess(`?disciplineId=${judo.id}`)).toMatchObject({
      disciplineId: judo.id,
      values: [{ of: 'grade', text: '5. KYU', means: judo.gradeIds[1] }],
    })
  })
})

describe('a workbook', () => {
  const sheet = (rows: readonly (readonly string[])[]) =>
    strToU8(
      `<worksheet><sheetData>${rows
        .map(cells => `<row>${cells.map(cell => `<c t="str"><v>${cell}</v></c>`).join('')}</row>`)
        .join('')}</sheetData></worksheet>`,
    )
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`
  const bytes = zipSync({
    '_rels/.rels': strToU8(`<Relationships>${relation('r', 'officeDocument', '/xl/workbook.xml')}</Relationships>`),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${[1, 2, 3].map(n => relation(`s${n}`, 'worksheet', `worksheets/sheet${n}.xml`)).join('')}</Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook><sheets>${['Fees', 'Members', 'Old'].map((name, n) => `<sheet name="${name}" r:id="s${n + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/worksheets/sheet1.xml': sheet([
      ['Plan', 'Price'],
      ['Juniors', '30'],
    ]),
    'xl/worksheets/sheet2.xml': sheet([
      ['Name', 'DOB', 'Email'],
      ['Ann Reed', '1/2/2015', 'a@mail.example'],
      ['Ben Lee', '1/2/2016', ''],
    ]),
    'xl/worksheets/sheet3.xml': sheet([
      ['Name', 'DOB'],
      ['Cal Lee', '1/2/2015'],
    ]),
  })

  test('is read from the sheet with the members', async () => {
    const report = await run(bytes)
    expect(report.lines.map(({ name }) => name)).toEqual(['Ann Reed', 'Ben Lee'])
    expect(report.findings?.otherSheets).toEqual(['Fees', 'Old'])
  })
})

describe('attendance in the old system', () => {
  const content =
    'Name,DOB,Belt,Last grading,Last attended,Classes since last grading\nAnn Reed,1/2/2015,White,1/3/2026,2/5/2026,17\nBen Lee,1/2/2015,White,,,\n'

  test('is the last day of a member, and counts towards the next grade until a grading', async () => {
    const club = await ourClub()
    const discipline = await createDiscipline(db, { clubId: club.clubId, grades: ['White', 'Green'] })
    const importId = await imported(club, content)
    const { data } = await lines(club, importId)
    const [ann] = data.map(({ memberId }: { memberId: number }) => memberId)
    const entry = await db
      .selectFrom('directory_entry')
      .select('last_attended')
      .where('member_id', '=', ann)
      .executeTakeFirst()
    expect(entry?.last_attended).toBe('2026-05-02')
    const progress = async () => (await club.admin.get(`/api/member/GetDisciplines/${ann}`)).body[0].gradingProgress
    expect(await progress()).toContain('17')
    // Corrected, and taken back.
    const later = await imported(club, content.replace(',17', ',21').replace('2/5/2026', '9/5/2026'))
    expect(await progress()).toContain('21')
    await undo(club, later)
    expect(await progress()).toContain('17')
    await db
      .updateTable('member_discipline')
      .set({ last_grading: '2026-05-12', current_grade_id: discipline.gradeIds[0] ?? 0 })
      .where('member_id', '=', ann)
      .execute()
    expect(await progress()).not.toContain('17')
  })
})
