import type { Db } from '../src/platform/database.ts'
import { testNow } from './app.ts'
import { anImportMapping, createImport } from './factories/imports.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

const inState =
  (state: string): RightInput =>
  async ({ club }, db) => ({ id: await createImport(db, { clubId: club, state }) })

/** As in right-input.ts: what the calls about imports take. */
export const importInputs: Readonly<Record<string, RightInput>> = {
  uploadImport: () => ({
    fileName: 'members.csv',
    base64: Buffer.from('Name;Status\nReed, Ann;Active').toString('base64'),
  }),
  saveImportReading: () => ({ sheet: null, encoding: 'utf-8', delimiter: ',', headerLine: 1 }),
  checkImport: async ({ club, discipline, class: enrolClassId }, db) => ({
    ...anImportMapping,
    id: await createImport(db, { clubId: club, state: 'uploaded' }),
    disciplineId: discipline,
    enrolClassId,
    values: [{ of: 'status', text: 'Active', means: 21 }],
  }),
  runImport: inState('checked'),
  undoImport: async ({ club }, db) => {
    const until = new Date(testNow.getTime() + 3_600_000)
    const imported = { state: 'imported', imported_at: testNow, undo_until: until }
    return { id: await createImport(db, { clubId: club, ...imported }), leaveWorkedWith: false }
  },
  deleteImport: inState('uploaded'),
}
