import { memberStatus } from '@honbu/contract/ids.ts'
import { type ImportFieldName, type ImportKind, importField } from '@honbu/contract/import-fields.ts'
import { type ImportMapping, noTerms } from '@honbu/contract/imports.ts'
import { readBalance } from '../cells/read-word.ts'
import type { Choices } from './choices.ts'
import { fieldsByContent } from './content.ts'
import { type DateOrderGuess, guessDateOrder } from './date-order.ts'
import { fieldOf } from './headings.ts'
import { matchValue } from './match-values.ts'
import { headingAt, type Table } from './table.ts'

/** A column with more different texts than this holds something else. */
export const mostTexts = 200

/** What a list most likely means. Nothing is certain: the person sees it, and changes what is wrong. */
export function guessMapping(table: Table, choices: Choices, disciplineId = choices.mainDisciplineId): ImportMapping {
  const kind = guessKind(table)
  const columns = guessColumns(table, kind, { choices, disciplineId })
  const values = columns.flatMap(({ place, field }) => {
    const of = field && importField(field).values
    if (!of) return []
    return textsOf(table, place).map(({ text }) => ({ of, text, means: matchValue(of, text, choices, disciplineId) }))
  })
  return {
    kind,
    columns,
    nameOrder: 'firstLast',
    disciplineId,
    values: onceEach(values),
    defaultStatusId: memberStatus.active,
    existing: 'correct',
    sameNames: 'two',
    otherNames: [],
    balances: guessBalances(table, columns),
    linkFamilies: true,
    adultsAreGuardians: true,
    enrolClassId: null,
    terms: noTerms,
  }
}

/** Only a heading that says it, or every cell, tells what a plus is. */
function guessBalances(table: Table, columns: ImportMapping['columns']): ImportMapping['balances'] {
  const column = columns.find(({ field }) => field === 'balance')
  if (!column) return 'note'
  const heading = headingAt(table, column.place)
  if (/credit/i.test(heading)) return 'credit'
  if (/ow(e|ing)|outstanding|arrears|due|debt|debit/i.test(heading)) return 'owed'
  const cells = cellsOf(table, column.place).filter(cell => /[1-9]/.test(cell))
  return cells.length > 0 && cells.every(cell => readBalance(cell).value?.side) ? 'owed' : 'note'
}

/** One line a text and kind: grades before and after are matched once. */
function onceEach(values: ImportMapping['values']): ImportMapping['values'] {
  const seen = new Map(values.map(value => [`${value.of} ${value.text}`, value]))
  return [...seen.values()]
}

function guessKind(table: Table): ImportKind {
  const fields = table.columns.map(({ heading }) => fieldOf(heading, 'gradings'))
  const tells = (field: ImportFieldName) => fields.includes(field)
  return tells('gradedOn') && tells('toGrade') && (tells('result') || tells('fromGrade')) ? 'gradings' : 'members'
}

interface Known {
  readonly choices: Choices
  readonly disciplineId: number | null
}

function guessColumns(table: Table, kind: ImportKind, known: Known): ImportMapping['columns'] {
  const taken = new Set<ImportFieldName>()
  const orders = dateOrders(table)
  const byContent = table.headerLine === 0 ? contentFields(table, known) : new Map<number, ImportFieldName>()
  return table.columns.map(({ place, heading }) => {
    const wanted =
      place === table.sectionPlace
        ? sectionField(table, { ...known, taken })
        : (byContent.get(place) ?? fieldByHeading(table, { place, heading, kind }, known))
    const field = wanted && (importField(wanted).isMany || !taken.has(wanted)) ? wanted : null
    if (field) taken.add(field)
    return { place, field, dateOrder: orders.get(place)?.guess ?? 'dmy', isLeftOut: false }
  })
}

interface Headed {
  readonly place: number
  readonly heading: string
  readonly kind: ImportKind
}

/** A heading, with what its cells and the other headings say where it is used for two things. */
function fieldByHeading(table: Table, { place, heading, kind }: Headed, { choices, disciplineId }: Known) {
  const field = fieldOf(heading, kind)
  const fits = (of: 'frequency' | 'paymentMethod') =>
    textsOf(table, place).filter(({ text }) => matchValue(of, text, choices, disciplineId) !== null).length
  // 'Paid?' with DD and cash in it.
  if (field === 'frequency' && fits('paymentMethod') > fits('frequency')) return 'paymentMethod'
  const isProgram = field === 'plan' && /^program(me)?$/i.test(heading)
  const hasPlan = table.columns.some(other => other.place !== place && fieldOf(other.heading, kind) === 'plan')
  return isProgram && hasPlan ? 'category' : field
}

const contentFields = (table: Table, { choices, disciplineId }: Known) =>
  fieldsByContent(
    table.columns.map(({ place }) => ({ place, cells: cellsOf(table, place) })),
    {
      hasStatus: cell => matchValue('status', cell, choices, disciplineId) !== null && cell.length > 1,
      hasGrade: cell => !/^\d+$/.test(cell) && matchValue('grade', cell, choices, disciplineId) !== null,
      today: choices.today,
    },
  )

const sectionFields = ['class', 'status', 'category', 'plan', 'grade'] as const

/** What section headings are: what most of them are matched to, or else classes. */
function sectionField(
  table: Table,
  { choices, disciplineId, taken }: Known & { taken: ReadonlySet<ImportFieldName> },
): ImportFieldName | undefined {
  const texts = textsOf(table, table.sectionPlace ?? -1)
  const free = sectionFields.filter(field => !taken.has(field))
  const matched = (of: (typeof sectionFields)[number]) =>
    texts.filter(({ text }) => matchValue(of, text, choices, disciplineId) !== null).length
  return free.toSorted((a, b) => matched(b) - matched(a))[0]
}

/** What the dates of each column show of their order, by its place; those that show nothing follow the others. */
export function dateOrders(table: Table): ReadonlyMap<number, DateOrderGuess> {
  const cells = table.columns.map(({ place }) => ({ place, cells: cellsOf(table, place) }))
  const certain = cells.flatMap(column => {
    const found = guessDateOrder(column.cells)
    return found?.isCertain ? [found.guess] : []
  })
  const [first] = certain
  const others = first && certain.every(order => order === first) ? first : null
  return new Map(
    cells.flatMap(column => {
      const found = guessDateOrder(column.cells, others)
      return found ? [[column.place, found] as const] : []
    }),
  )
}

export const cellsOf = (table: Table, place: number): string[] =>
  table.rows.map(({ cells }) => cells[place] ?? '').filter(cell => cell !== '')

/** The different texts of a column with how many lines have them, the most usual first; none where there are too many. */
export function textsOf(table: Table, place: number): { text: string; lines: number }[] {
  const counts = new Map<string, number>()
  for (const cell of cellsOf(table, place)) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  if (counts.size > mostTexts) return []
  return [...counts].map(([text, lines]) => ({ text, lines })).sort((a, b) => b.lines - a.lines)
}
