import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { memberStatus } from '@honbu/contract/ids.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { attend, createAccount, createClass, createClub, createDiscipline, createMember } from '../../test/factories.ts'
import { forgetImports } from './forget-imports.ts'
import { checkNow } from './run/check-now.ts'
import { runNow } from './run/run-now.ts'
import { undoNow } from './undo/undo-now.ts'

const database = await freshDatabase()
const { db } = database
const { as, jobs, files } = await testApp(database)
const work = { db, files, now: () => testNow }
const fixtures = path.resolve(import.meta.dirname, '../../test/fixtures')

async function ourClub() {
  const club = await createClub(db)
  const account = await createAccount(db, { clubId: club.id, isAdmin: true })
  return { clubId: club.id, admin: as(account.sub), accountId: account.id }
}

type Club = Awaited<ReturnType<typeof ourClub>>

async function upload({ clubId, admin }: Club, content: string | Buffer, fileName = 'members.csv') {
  const base64 = Buffer.from(content).toString('base64')
  const { body } = await admin.post(`/api/club/UploadImport/${clubId}`, { fileName, base64 })
  return body.importId as number
}

const read = async ({ admin }: Club, importId: number) => (await admin.get(`/api/club/GetImport/${importId}`)).body

async function check(club: Club, importId: number, change: Partial<ImportMapping> = {}) {
  const { mapping } = await read(club, importId)
  const answer = await club.admin.post(`/api/club/CheckImport/${importId}`, { ...mapping, ...change })
  await checkNow(work, { importId })
  return answer
}

async function run(club: Club, importId: number) {
  const answer = await club.admin.post(`/api/club/RunImport/${importId}`)
  await runNow(work, { importId })
  return answer
}

async function undo(club: Club, importId: number, leaveWorkedWith = false) {
  const answer = await club.admin.post(`/api/club/UndoImport/${importId}`, { leaveWorkedWith })
  await undoNow(work, { importId, accountId: club.accountId })
  return answer
}

async function imported(club: Club, content: string | Buffer, change: Partial<ImportMapping> = {}) {
  const importId = await upload(club, content)
  await check(club, importId, change)
  await run(club, importId)
  return importId
}

const lines = async ({ admin }: Club, importId: number, grid = {}) =>
  (await admin.post(`/api/club/GetImportLines/${importId}`, grid)).body

const two =
  'Code;Name;Born;E-mail;Status\n7;Reed, Ann;1/2/1990;ann@mail.example;ACTIVE\n8;Reed, Ben;3/4/2015;ann@mail.example;TRIAL\n'

/** Every row that belongs to the clubs of a tree, as it lies in the database, but for the import itself and the audit. */
async function everything({ clubId }: Club) {
  const tables = await sql<{ table: string }>`
    select distinct table_name as table from information_schema.columns
    where column_name = 'root_club_id' and table_schema = 'public' and table_name not like 'import%'`.execute(db)
  const all: Record<string, unknown[]> = {}
  for (const { table } of tables.rows) {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(entry) - 'version' as row from ${sql.table(table)} entry where root_club_id = ${clubId}
      order by 1`.execute(db)
    all[table] = rows.map(({ row }) => row)
  }
  const people = await sql<{ row: object }>`
    select to_jsonb(person) - 'version' as row from person where exists (
      select from member where person_id = person.id and root_club_id = ${clubId}) order by 1`.execute(db)
  const consents = await sql<{ row: object }>`
    select to_jsonb(consent) as row from consent where club_id = ${clubId} order by 1`.execute(db)
  const everybody = await sql<{ count: number }>`select count(*) as count from person`.execute(db)
  return { ...all, people: people.rows, consents: consents.rows, everybody: everybody.rows }
}

describe('uploadImport', () => {
  it('guesses what the columns are, and stores nothing of them', async () => {
    const club = await ourClub()
    const importId = await upload(club, two)
    const batch = await read(club, importId)
    expect(batch).toMatchObject({ state: 'uploaded', fileName: 'members.csv', hasFile: true, kind: 'members' })
    expect(batch.mapping.columns.map(({ field }: { field: string }) => field)).toEqual([
      ...['code', 'fullName', 'dob', 'email', 'status'],
    ])
    const { body: file } = await club.admin.get(`/api/club/GetImportFile/${importId}`)
    expect(file).toMatchObject({ delimiter: ';', encoding: 'utf-8', isWorkbook: false, headerLine: 1, lines: 2 })
    expect(file.columns[2]).toMatchObject({
      letter: 'C',
      heading: 'Born',
      samples: ['1/2/1990', '3/4/2015'],
      dateOrder: { guess: 'dmy', isCertain: false },
    })
    expect((await club.admin.get(`/api/club/GetImports/${club.clubId}`)).body).toMatchObject([{ importId }])
  })

  it.each([
    [Buffer.from(''), 'The file is empty'],
    [Buffer.from('%PDF-1.7 …'), 'This is a PDF'],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'This is an old Excel file'],
    [Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2]), 'The workbook is damaged'],
    [Buffer.from([...Array(200).keys()]), 'The file is not text'],
  ])('refuses what is no list (%#)', async (content, message) => {
    const { clubId, admin } = await ourClub()
    const base64 = content.toString('base64')
    const { status, body } = await admin.post(`/api/club/UploadImport/${clubId}`, { fileName: 'x', base64 })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['base64']])
    expect(body.message).toContain(message)
  })

  it('is for admins', async () => {
    const { clubId } = await ourClub()
    const coach = as((await createAccount(db, { clubId })).sub)
    expect((await coach.post(`/api/club/UploadImport/${clubId}`, { fileName: 'x', base64: 'QQ==' })).status).toBe(403)
    expect((await coach.get(`/api/club/GetImports/${clubId}`)).status).toBe(403)
  })
})

describe('checkImport', () => {
  it('tells what becomes of each line', async () => {
    const club = await ourClub()
    const importId = await upload(club, `${two};TOTAL 2;;;\n`)
    expect((await check(club, importId)).body).toEqual({ isSuccess: true, importId })
    expect(jobs.at(-1)).toEqual({ name: 'check-import', data: { importId } })
    expect(await read(club, importId)).toMatchObject({
      state: 'checked',
      counts: { new: 2, changed: 0, duplicate: 0, refused: 1 },
    })
    const { data, total } = await lines(club, importId)
    expect(total).toBe(3)
    expect(data[0]).toMatchObject({ line: 2, outcome: 'new', name: 'Ann Reed', memberId: null })
    expect(data[0].stored).toContainEqual({ title: 'Date of birth', before: null, after: '1 Feb 1990' })
    expect(data[1].stored).toContainEqual({ title: 'Linked with', before: null, after: 'Ann Reed (Parent)' })
    expect((await lines(club, importId, { filter: "outcome~eq~'refused'" })).data).toMatchObject([{ line: 4 }])
    expect(await db.selectFrom('member').select('id').where('root_club_id', '=', club.clubId).execute()).toEqual([])
  })

  it('reads 5/11 as it is told', async () => {
    const club = await ourClub()
    const importId = await upload(club, 'Name,DOB\nAnn Reed,5/11/1990')
    const { mapping } = await read(club, importId)
    const columns = mapping.columns.map((column: object) => ({ ...column, dateOrder: 'mdy' }))
    await check(club, importId, { columns })
    const { data } = await lines(club, importId)
    expect(data[0].stored).toContainEqual({ title: 'Date of birth', before: null, after: '11 May 1990' })
  })

  it.each([
    [{ columns: [] }, 'columns', 'Say which column holds the name'],
    [
      { columns: [0, 1].map(place => ({ place, field: 'email' as const, dateOrder: 'dmy' as const })) },
      'columns',
      'E-mail is chosen for two columns',
    ],
    [{ kind: 'gradings' as const }, 'columns', 'is nothing that a list of gradings has'],
    [{ values: [{ of: 'plan' as const, text: 'PAYG', means: 987_654 }] }, 'values', 'this club does not have'],
  ])('refuses a mapping that cannot be (%#)', async (change, field, message) => {
    const club = await ourClub()
    const { status, body } = await check(club, await upload(club, two), change)
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    expect(body.message).toContain(message)
  })

  it("does not take another tree's classes and grades", async () => {
    const club = await ourClub()
    const elsewhere = await createClub(db)
    const klass = await createClass(db, { clubId: elsewhere.id })
    const discipline = await createDiscipline(db, { clubId: elsewhere.id })
    const importId = await upload(club, two)
    expect((await check(club, importId, { enrolClassId: klass.id })).status).toBe(403)
    expect((await check(club, importId, { disciplineId: discipline.id })).status).toBe(403)
    const values = [{ of: 'grade' as const, text: 'x', means: discipline.gradeIds[0] ?? 0 }]
    expect((await check(club, importId, { values })).status).toBe(400)
  })
})

describe('saveImportReading', () => {
  it('reads another sheet, line of headings and encoding', async () => {
    const club = await ourClub()
    const importId = await upload(club, await readFile(path.join(fixtures, 'hall-workbook.xlsx')), 'hall.xlsx')
    const { body: file } = await club.admin.get(`/api/club/GetImportFile/${importId}`)
    expect(file).toMatchObject({ isWorkbook: true, sheet: 'Sheet1', headerLine: 3, lines: 140 })
    const reading = { sheet: 'Sheet1', encoding: null, delimiter: null, headerLine: 4 }
    const save = (change: object) =>
      club.admin.post(`/api/club/SaveImportReading/${importId}`, { ...reading, ...change })
    expect((await save({})).status).toBe(200)
    expect((await club.admin.get(`/api/club/GetImportFile/${importId}`)).body).toMatchObject({
      headerLine: 4,
      lines: 139,
    })
    expect((await save({ sheet: 'None' })).body.message).toBe('The workbook has no sheet "None".')
    expect((await save({ headerLine: 2 })).body.message).toBe('Line 2 is empty: it cannot hold the headings.')
  })
})

describe('runImport', () => {
  it('imports what was checked, all of it, and leaves each member in the audit', async () => {
    const club = await ourClub()
    const importId = await imported(club, two)
    const batch = await read(club, importId)
    expect(batch).toMatchObject({
      state: 'imported',
      importedAt: testNow.toISOString(),
      undoUntil: new Date(testNow.getTime() + 86_400_000).toISOString(),
      counts: { new: 2 },
      progress: { done: 4, total: 4, isStuck: false },
    })
    const { data } = await lines(club, importId)
    const audit = await db.selectFrom('audit').select('action').where('member_id', '=', data[0].memberId).execute()
    expect(audit).toEqual([{ action: 'runImport' }])
    const { body } = await club.admin.get(`/api/member/basicSearch?filter=ann&clubId=${club.clubId}`)
    expect(JSON.stringify(body)).toContain('[7]')
  })

  it('is done once, however often the job comes', async () => {
    const club = await ourClub()
    const importId = await imported(club, two)
    await runNow(work, { importId })
    await Promise.all([runNow(work, { importId }), runNow(work, { importId })])
    expect(await db.selectFrom('member').select('id').where('root_club_id', '=', club.clubId).execute()).toHaveLength(2)
    expect((await run(club, importId)).body.message).toBe('It has been imported already.')
  })

  it('does nothing when members have changed since it was checked', async () => {
    const club = await ourClub()
    const importId = await upload(club, two)
    await check(club, importId)
    await createMember(db, { clubId: club.clubId, firstName: 'Ann', lastName: 'Reed', dob: '1990-02-01' })
    await run(club, importId)
    expect(await read(club, importId)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Members have been changed since this was checked'),
    })
    await check(club, importId)
    expect(await read(club, importId)).toMatchObject({ state: 'checked', counts: { new: 1, duplicate: 1 } })
  })

  it('stores nothing when it fails in the middle, and says so', async () => {
    const club = await ourClub()
    const importId = await upload(club, two)
    await check(club, importId)
    await club.admin.post(`/api/club/RunImport/${importId}`)
    await sql`alter table import_line add constraint breaks check (line <> 3 or import_batch_id <> ${sql.lit(importId)})
      not valid`.execute(db)
    try {
      await expect(runNow(work, { importId })).rejects.toThrow()
    } finally {
      await sql`alter table import_line drop constraint breaks`.execute(db)
    }
    expect(await read(club, importId)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining('Nothing was stored'),
    })
    expect(await db.selectFrom('member').select('id').where('root_club_id', '=', club.clubId).execute()).toEqual([])
  })

  it('can be asked for again when its process has died', async () => {
    const club = await ourClub()
    const importId = await upload(club, two)
    await check(club, importId)
    await club.admin.post(`/api/club/RunImport/${importId}`)
    const before = new Date(testNow.getTime() - 120_000)
    await db.updateTable('import_batch').set({ progress_at: before }).where('id', '=', importId).execute()
    expect((await read(club, importId)).progress.isStuck).toBe(true)
    expect((await run(club, importId)).status).toBe(200)
    expect((await read(club, importId)).state).toBe('imported')
  })

  it('shows how far it is while nobody can see yet what it does', async () => {
    const club = await ourClub()
    const list = Array.from({ length: 700 }, (_, index) => `Ann${index},Reed`).join('\n')
    const importId = await upload(club, `First name,Surname\n${list}`)
    await check(club, importId)
    await club.admin.post(`/api/club/RunImport/${importId}`)
    const done = runNow(work, { importId })
    await expect.poll(async () => (await read(club, importId)).progress.total).toBe(1400)
    await done
    expect(await read(club, importId)).toMatchObject({ state: 'imported', progress: { done: 1400, total: 1400 } })
  })
})

describe('undoImport', () => {
  it.each(['instructors-spreadsheet.csv', 'hall-workbook.xlsx'])(
    'leaves everything as it was before %s',
    async name => {
      const club = await ourClub()
      await createDiscipline(db, { clubId: club.clubId, grades: ['White', 'Green', 'Blue'] })
      await createMember(db, { clubId: club.clubId, firstName: 'Johan', lastName: 'Harvey', dob: '1980-01-01' })
      const before = await everything(club)
      const importId = await imported(club, await readFile(path.join(fixtures, name)))
      expect((await read(club, importId)).counts.new).toBeGreaterThan(100)
      expect((await undo(club, importId)).status).toBe(200)
      expect(await read(club, importId)).toMatchObject({ state: 'undone', failure: '' })
      expect(await everything(club)).toEqual(before)
    },
  )

  it('restores what was changed', async () => {
    const club = await ourClub()
    const discipline = await createDiscipline(db, { clubId: club.clubId })
    await db.updateTable('discipline').set({ name: 'Judo' }).where('id', '=', discipline.id).execute()
    await imported(club, 'Name,DOB,E-mail,Photos,Belt\nAnn Reed,1/2/1990,ann@mail.example,y,White')
    const before = await everything(club)
    const list =
      'Name,DOB,E-mail,Photos,Joined,Belt,Notes,Tags\nAnn Reed,1/2/1990,new@mail.example,n,3/4/2020,Green,Hello,Squad'
    const importId = await imported(club, list, { existing: 'overwrite' })
    expect((await read(club, importId)).counts).toMatchObject({ changed: 1 })
    expect(await everything(club)).not.toEqual(before)
    await undo(club, importId)
    expect(await everything(club)).toEqual(before)
  })

  it('takes gradings back', async () => {
    const club = await ourClub()
    await createDiscipline(db, { clubId: club.clubId })
    await imported(club, 'Name,Belt\nAnn Reed,White')
    const before = await everything(club)
    const importId = await imported(
      club,
      'Student,Date of grading,From,To,Result\nAnn Reed,1 May 2026,White,Yellow,Pass',
    )
    expect((await read(club, importId)).kind).toBe('gradings')
    expect(await everything(club)).not.toEqual(before)
    await undo(club, importId)
    expect(await everything(club)).toEqual(before)
  })

  it('is refused for members who have been worked with, and leaves them when told', async () => {
    const club = await ourClub()
    const klass = await createClass(db, { clubId: club.clubId })
    const importId = await imported(club, `${two}9;Lee, Cal;1/2/1991;;ACTIVE\n`)
    const { data } = await lines(club, importId)
    const [ann, ben, cal] = data.map(({ memberId }: { memberId: number }) => memberId)
    await attend(db, { classId: klass.id, memberId: ann, date: '2026-05-12' })
    const person = (await club.admin.get(`/api/member/GetPerson/${ben}`)).body
    const { firstName, lastName, gender, phoneMob, phoneDay, phoneEve, address, email, dob, version } = person
    const fields = { firstName, lastName, gender, phoneMob, phoneDay, phoneEve, address, email, dob, version }
    const saved = await club.admin.post(`/api/member/SavePerson/${person.personId}`, {
      ...fields,
      phoneMob: '07700 900123',
    })
    expect(saved.status).toBe(200)

    const { body } = await club.admin.get(`/api/club/GetImportUndo/${importId}`)
    expect(body).toMatchObject({
      members: 3,
      workedWith: [
        { memberId: ann, name: 'Ann Reed', code: '7', why: 'was marked in a register' },
        { memberId: ben, name: 'Ben Reed', code: '8', why: 'was changed' },
      ],
    })
    await undo(club, importId)
    const refused = await read(club, importId)
    expect(refused.state).toBe('imported')
    expect(refused.failure).toContain('Ann Reed [7] was marked in a register, Ben Reed [8] was changed')

    await undo(club, importId, true)
    expect((await read(club, importId)).state).toBe('undone')
    const left = await db
      .selectFrom('member')
      .select('id')
      .where('root_club_id', '=', club.clubId)
      .orderBy('id')
      .execute()
    expect(left.map(({ id }) => id)).toEqual([ann, ben])
    expect(await db.selectFrom('member').select('id').where('id', '=', cal).execute()).toEqual([])
    expect((await lines(club, importId)).data[2]).toMatchObject({ name: 'Cal Lee', memberId: null })
  })

  it('comes after the undoing of a later import', async () => {
    const club = await ourClub()
    const first = await imported(club, two)
    const later = await imported(club, 'Name,Born,Mobile\nAnn Reed,1/2/1990,07700900123', { existing: 'fill' })
    await undo(club, first)
    expect((await read(club, first)).failure).toContain('is in a later import')
    await undo(club, later)
    await undo(club, first)
    expect((await read(club, first)).state).toBe('undone')
  })

  it('ends after 24 hours', async () => {
    const club = await ourClub()
    const importId = await imported(club, two)
    await db.updateTable('import_batch').set({ undo_until: testNow }).where('id', '=', importId).execute()
    expect((await read(club, importId)).undoUntil).toBeNull()
    const { status, body } = await undo(club, importId)
    expect([status, body.message]).toEqual([409, 'An import can be undone for 24 hours. These are over.'])
  })
})

describe('deleteImport', () => {
  it('throws a file away that was not imported, and its file with it', async () => {
    const club = await ourClub()
    const importId = await upload(club, two)
    expect((await club.admin.post(`/api/club/DeleteImport/${importId}`)).status).toBe(200)
    expect(jobs.at(-1)).toMatchObject({ name: 'delete-file', data: { key: expect.stringMatching(/^imports\//) } })
    expect((await club.admin.get(`/api/club/GetImport/${importId}`)).status).toBe(404)
  })

  it('keeps what can still be undone', async () => {
    const club = await ourClub()
    const importId = await imported(club, two)
    expect((await club.admin.post(`/api/club/DeleteImport/${importId}`)).status).toBe(409)
  })
})

describe('forgetImports', () => {
  const later = (days: number) => new Date(testNow.getTime() + days * 86_400_000)
  const deleted: object[] = []
  const enqueue = async (_tx: unknown, _name: string, data: object) => void deleted.push(data)

  it('deletes the file with the way back, then the lines, and keeps the counts', async () => {
    const club = await ourClub()
    const importId = await imported(club, two)
    const open = await upload(club, two)
    await forgetImports(db, testNow, enqueue)
    expect((await read(club, importId)).hasFile).toBe(true)
    await forgetImports(db, later(2), enqueue)
    await forgetImports(db, later(2), enqueue)
    expect(await read(club, importId)).toMatchObject({ hasFile: false, counts: { new: 2 } })
    expect((await lines(club, importId)).total).toBe(2)
    expect(await db.selectFrom('import_change').select('id').where('import_batch_id', '=', importId).execute()).toEqual(
      [],
    )
    expect((await club.admin.get(`/api/club/GetImport/${open}`)).status).toBe(200)
    await forgetImports(db, later(31), enqueue)
    expect((await lines(club, importId)).total).toBe(0)
    expect((await club.admin.get(`/api/club/GetImport/${open}`)).status).toBe(404)
    expect(deleted.length).toBeGreaterThanOrEqual(2)
  })
})

it('a member who lapsed long ago is no news of this week', async () => {
  const club = await ourClub()
  await imported(club, 'Name,Status,Joined,Terminated\nAnn Reed,LAPSED,1/2/2019,3/4/2021')
  const changes = await db
    .selectFrom('member_status_change')
    .select(['changed_on', 'to_status_id', 'account_id'])
    .where('club_id', '=', club.clubId)
    .execute()
  expect(changes).toEqual([{ changed_on: '2021-04-03', to_status_id: memberStatus.lapsed, account_id: club.accountId }])
})
