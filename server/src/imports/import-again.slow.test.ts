import { expect, test } from 'vitest'
import { freshDatabase } from '../../test/database.ts'
import { counts, importingLists } from '../../test/importing-lists.ts'

const { db } = await freshDatabase()
const { importFixture, members } = importingLists(db)

// `npm test` imports one list again in import-files.test.ts.
test.each([
  ['instructors-spreadsheet.csv', 'skip'],
  ['instructors-spreadsheet.csv', 'fill'],
  ['instructors-spreadsheet.csv', 'overwrite'],
  ['old-system-export.csv', 'overwrite'],
  ['hall-workbook.xlsx', 'skip'],
  ['hall-workbook.xlsx', 'fill'],
  ['hall-workbook.xlsx', 'overwrite'],
] as const)('%s imported again with %s finds everybody there', async (name, existing) => {
  const first = counts(await importFixture(name))
  const again = await importFixture(name, { adjust: guess => ({ ...guess, existing }) })
  expect(counts(again)).toEqual({ ...first, new: 0, duplicate: first.new + first.duplicate })
  expect(await members()).toHaveLength(first.new)
})
