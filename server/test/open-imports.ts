import type { ImportMapping } from '@honbu/contract/imports.ts'
import { sql } from 'kysely'
import { checkNow } from '../src/imports/run/check-now.ts'
import { runNow } from '../src/imports/run/run-now.ts'
import { undoNow } from '../src/imports/undo/undo-now.ts'
import type { Database } from '../src/platform/database.ts'
import { testApp, testNow } from './app.ts'
import { createAccount, createClub } from './factories/people.ts'

/** A list of two. */
export const two =
  'Code;Name;Born;E-mail;Status\n7;Reed, Ann;1/2/1990;ann@mail.example;ACTIVE\n8;Reed, Ben;3/4/2015;ann@mail.example;TRIAL\n'

/** What the tests of imports have in common: a club whose admin goes through the steps of one, and whose work is done at once. */
export async function openImports(database: Database) {
  const { db } = database
  const { as, jobs, files } = await testApp(database)
  const work = { db, files, now: () => testNow }

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

  return { as, jobs, work, ourClub, upload, read, check, run, undo, imported, lines, everything }
}
