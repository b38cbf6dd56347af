import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { testNow } from '../../../test/app.ts'
import { freshDatabase } from '../../../test/database.ts'
import { attend, createClass } from '../../../test/factories/classes.ts'
import { createDiscipline } from '../../../test/factories/disciplines.ts'
import { createMember } from '../../../test/factories/people.ts'
import { openImports, two } from '../../../test/open-imports.ts'

const database = await freshDatabase()
const { db } = database
const { ourClub, read, undo, imported, lines, everything } = await openImports(database)
const fixtures = path.resolve(import.meta.dirname, '../../../test/fixtures')

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
    expect(await read(club, importId)).toMatchObject({
      state: 'undone',
      undoLeft: [
        { memberId: ann, name: 'Ann Reed', code: '7', why: 'was marked in a register' },
        { memberId: ben, name: 'Ben Reed', code: '8', why: 'was changed' },
      ],
    })
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
