import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/imports.ts'
import type { Read } from '../platform/route.ts'
import { type Choices, choiceLists, choicesIn } from './guess/choices.ts'
import { decimalCommaIn } from './guess/decimal-comma.ts'
import { cellsOf, dateOrders, guessMapping, textsOf } from './guess/guess-mapping.ts'
import type { Table } from './guess/table.ts'
import { readBatch } from './run/batch.ts'
import { placeOf } from './run/place.ts'
import { tableOfBatch } from './run/table-of-batch.ts'
import { refuseUnreadable } from './upload-import.ts'

/** The file and the club, for what has to be chosen. */
async function opened({ db, files, now }: Read, importId: number) {
  const batch = await readBatch(db, importId)
  const { content, table } = await refuseUnreadable('id', () => tableOfBatch(files, batch))
  const place = await placeOf(db, batch.club_id, now)
  if (!place) throw new Error('an import has its club')
  return { content, table, choices: await choicesIn(db, place) }
}

export async function getImportFile(read: Read, { id }: Input<typeof call.getImportFile>) {
  const { content, table, choices } = await opened(read, id)
  const { isWorkbook, sheets, sheet, encoding, delimiter, records } = content
  const orders = dateOrders(table)
  return {
    ...{ isWorkbook, sheet, encoding, delimiter },
    sheets: [...sheets],
    headerLine: table.headerLine,
    lines: table.rows.length,
    begin: records.slice(0, 12).map(({ line, cells }) => ({ line, cells: cells.slice(0, 20) })),
    columns: table.columns.map(column => ({
      ...{ ...column, ...samplesOf(table, column.place) },
      dateOrder: orders.get(column.place) ?? null,
    })),
    texts: table.columns.map(({ place }) => ({ place, texts: textsOf(table, place) })),
    ...offered(choices),
  }
}

function samplesOf(table: Table, place: number) {
  const cells = cellsOf(table, place)
  const samples = [...new Set(cells.slice(0, 300))].slice(0, 4)
  return { samples, filled: cells.length, decimalComma: decimalCommaIn(cells) }
}

function offered(choices: Choices) {
  const lists = choiceLists(choices)
  const named = (list: readonly { id: number; name: string }[]) => list.map(({ id, name }) => ({ id, name }))
  return {
    choices: {
      grade: named(lists.grade),
      status: named(lists.status),
      plan: named(lists.plan),
      category: named(lists.category),
      class: named(lists.class),
      source: named(lists.source),
      frequency: named(lists.frequency),
      paymentMethod: named(lists.paymentMethod),
      result: named(lists.result),
    },
    disciplines: named(choices.disciplines),
  }
}

export async function guessImport(read: Read, { id, disciplineId }: Input<typeof call.guessImport>) {
  const { table, choices } = await opened(read, id)
  return guessMapping(table, choices, disciplineId)
}
