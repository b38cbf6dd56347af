import { describe, expect, it } from 'vitest'
import { testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { openImports, two } from '../../test/open-imports.ts'
import { forgetImports } from './forget-imports.ts'

const database = await freshDatabase()
const { db } = database
const { ourClub, upload, read, imported, lines } = await openImports(database)

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
    expect((await club.admin.get(`/api/club/GetImport/${open}`)).status).toBe(403)
    expect(deleted.length).toBeGreaterThanOrEqual(2)
  })
})
