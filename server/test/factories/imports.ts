import { memberStatus } from '@honbu/contract/ids.ts'
import { noTerms } from '@honbu/contract/imports.ts'
import type { Db } from '../../src/platform/database.ts'
import { testFile, testNow } from '../app.ts'
import { inTree } from './in-tree.ts'

/** A file that somebody has chosen to import: the list that is there in every test, checked unless told otherwise. */
export async function createImport(db: Db, { clubId, ...rest }: ImportInput): Promise<number> {
  const reading = { sheet: null, encoding: null, delimiter: null, headerLine: null }
  const { id } = await db
    .insertInto('import_batch')
    .values({
      ...(await inTree(db, clubId)),
      file_name: 'members.csv',
      file_key: testFile,
      reading: JSON.stringify(reading),
      mapping: JSON.stringify(anImportMapping),
      state: 'checked',
      created_at: testNow,
      ...rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface ImportInput {
  clubId: number
  state?: string
  imported_at?: Date
  undo_until?: Date
}

export const anImportMapping = {
  kind: 'members' as const,
  columns: (['firstName', 'lastName', 'status'] as const).map((field, place) => ({
    place,
    field,
    dateOrder: 'dmy' as const,
    isLeftOut: false,
  })),
  nameOrder: 'firstLast' as const,
  disciplineId: null,
  values: [],
  defaultStatusId: memberStatus.active,
  existing: 'skip' as const,
  sameNames: 'two' as const,
  otherNames: [],
  balances: 'note' as const,
  linkFamilies: true,
  adultsAreGuardians: true,
  enrolClassId: null,
  terms: noTerms,
}
