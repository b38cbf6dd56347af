import { describe, expect, it } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { createClass } from '../../test/factories/classes.ts'
import { createDiscipline } from '../../test/factories/disciplines.ts'
import { createClub } from '../../test/factories/people.ts'
import { openImports, two } from '../../test/open-imports.ts'

const database = await freshDatabase()
const { db } = database
const { jobs, ourClub, upload, read, check, lines } = await openImports(database)

describe('checkImport', () => {
  it('tells what becomes of each line', async () => {
    const club = await ourClub()
    const importId = await upload(club, `${two};TOTAL 2;;;\n`)
    expect((await check(club, importId)).body).toEqual({ isSuccess: true, importId })
    expect(jobs.at(-1)).toEqual({ name: 'check-import', data: { importId, accountId: club.accountId } })
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

  it('reads 12,50 as 12.50 where the column shows it, and nowhere else', async () => {
    const club = await ourClub()
    const priced = async (...prices: string[]) => {
      const rows = prices.map((price, index) => `Member ${'ABC'[index]};1/2/1990;${price}`)
      const importId = await upload(club, ['Name;DOB;Price', ...rows].join('\n'))
      await check(club, importId)
      const { data } = await lines(club, importId)
      return data.map(({ stored, problems }: { stored: { title: string; after: string }[]; problems: object[] }) => [
        stored.find(({ title }) => title === 'Price')?.after,
        problems.length,
      ])
    }
    expect(await priced('12,50', '1.200,00', '30')).toEqual([
      ['£12.50', 0],
      ['£1,200.00', 0],
      ['£30.00', 0],
    ])
    expect(await priced('12,50', '12.50', '1,200')).toEqual([
      [undefined, 1],
      ['£12.50', 0],
      ['£1,200.00', 0],
    ])
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

  it('reads dates in the only order that fits, whatever was chosen', async () => {
    const club = await ourClub()
    // The heading says nothing, so the user chooses the field.
    const importId = await upload(club, 'Name,Cumple,Joined\nAnn Reed,2/25/1990,3/4/2020\nBen Reed,5/11/1991,4/5/2020')
    const { mapping } = await read(club, importId)
    const columns = mapping.columns.map((column: { place: number }) =>
      column.place === 1 ? { ...column, field: 'dob', dateOrder: 'dmy' } : column,
    )
    await check(club, importId, { columns })
    const { data } = await lines(club, importId)
    expect(data[1].stored).toContainEqual({ title: 'Date of birth', before: null, after: '11 May 1991' })
    // 3/4 fits both, and the other dates of the file begin with the month.
    expect(data[0].stored).toContainEqual({ title: 'Joined', before: null, after: '4 Mar 2020' })
    expect(data.flatMap(({ problems }: { problems: object[] }) => problems)).toEqual([])
    const file = (await club.admin.get(`/api/club/GetImportFile/${importId}`)).body
    expect(file.columns[2].dateOrder).toMatchObject({ guess: 'mdy', isCertain: false })
    expect(file.columns[2].dateOrder.because).toContain('"3/4/2020" and "4/5/2020" can be read both ways')
  })

  it.each([
    [{ columns: [] }, 'columns', 'Say which column holds the name'],
    [
      {
        columns: [0, 1].map(place => ({ place, field: 'email' as const, dateOrder: 'dmy' as const, isLeftOut: false })),
      },
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
