import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createAccount } from '../../test/factories/people.ts'
import { openImports, two } from '../../test/open-imports.ts'

const database = await freshDatabase()
const { db } = database
const { as, jobs, ourClub, upload, read, imported } = await openImports(database)
const fixtures = path.resolve(import.meta.dirname, '../../test/fixtures')

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

describe('deleteImport', () => {
  it('throws a file away that was not imported, and its file with it', async () => {
    const club = await ourClub()
    const importId = await upload(club, two)
    expect((await club.admin.post(`/api/club/DeleteImport/${importId}`)).status).toBe(200)
    expect(jobs.at(-1)).toMatchObject({ name: 'delete-file', data: { key: expect.stringMatching(/^imports\//) } })
    expect((await club.admin.get(`/api/club/GetImport/${importId}`)).status).toBe(403)
  })

  it('keeps what can still be undone', async () => {
    const club = await ourClub()
    const importId = await imported(club, two)
    expect((await club.admin.post(`/api/club/DeleteImport/${importId}`)).status).toBe(409)
  })
})
