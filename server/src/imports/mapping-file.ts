import { date } from '@honbu/contract/calendar.ts'
import {
  type ImportFieldName,
  type ImportValueKind,
  importFieldNames,
  importKinds,
  importValueKinds,
} from '@honbu/contract/import-fields.ts'
import { type ImportMapping, type ImportTerms, importBalances, importExisting } from '@honbu/contract/imports.ts'
import * as z from 'zod/mini'
import { CannotStart } from '../platform/cannot-start.ts'
import { type Choices, choiceLists } from './guess/choices.ts'
import { cellsOf } from './guess/guess-mapping.ts'
import { matchValue } from './guess/match-values.ts'
import { headingAt, type Table } from './guess/table.ts'

const field = z.enum(importFieldNames)

/**
 * What columns and texts mean, for people to write and read: headings and names in place of ids. What is left out is as it
 * was guessed; null is left out of the import.
 */
export const MappingFile = z.strictObject({
  kind: z.optional(z.enum(importKinds)),
  columns: z.optional(z.record(z.string(), z.nullable(field))),
  dateOrder: z.optional(z.record(z.string(), z.enum(['dmy', 'mdy']))),
  nameOrder: z.optional(z.enum(['firstLast', 'lastFirst'])),
  discipline: z.optional(z.nullable(z.string())),
  values: z.optional(z.partialRecord(z.enum(importValueKinds), z.record(z.string(), z.nullable(z.string())))),
  existing: z.optional(z.enum(importExisting)),
  sameNames: z.optional(z.enum(['two', 'one'])),
  balances: z.optional(z.enum(importBalances)),
  /** What is agreed with members of whom the list doesn't say it, by name. */
  terms: z.optional(
    z.strictObject({
      plan: z.optional(z.nullable(z.string())),
      frequency: z.optional(z.nullable(z.string())),
      paymentMethod: z.optional(z.nullable(z.string())),
      nextPayment: z.optional(z.nullable(date)),
    }),
  ),
  linkFamilies: z.optional(z.boolean()),
  adultsAreGuardians: z.optional(z.boolean()),
})
export type MappingFile = z.infer<typeof MappingFile>

/**
 * A guess with what the file says in its place.
 * @throws CannotStart with what the list or the club does not have
 */
export function withMappingFile(guess: ImportMapping, file: MappingFile, { table, choices }: List): ImportMapping {
  const { columns: wanted = {}, dateOrder = {}, discipline, values = {} } = file
  for (const heading of [...Object.keys(wanted), ...Object.keys(dateOrder)])
    if (!table.columns.some(column => column.heading === heading))
      throw new CannotStart(`The list has no column "${heading}". It has: ${headingsOf(table)}.`)
  const columns = guess.columns.map(column => {
    const heading = headingAt(table, column.place)
    const chosen: ImportFieldName | null = wanted[heading] === undefined ? column.field : wanted[heading]
    return {
      ...{ ...column, field: chosen, dateOrder: dateOrder[heading] ?? column.dateOrder },
      isLeftOut: wanted[heading] === null,
    }
  })
  const disciplineId = discipline === undefined ? guess.disciplineId : disciplineNamed(discipline, choices)
  return {
    ...guess,
    kind: file.kind ?? guess.kind,
    nameOrder: file.nameOrder ?? guess.nameOrder,
    existing: file.existing ?? guess.existing,
    sameNames: file.sameNames ?? guess.sameNames,
    // Lines are of one file.
    otherNames: [],
    balances: file.balances ?? guess.balances,
    terms: file.terms === undefined ? guess.terms : termsNamed(file.terms, choices),
    linkFamilies: file.linkFamilies ?? guess.linkFamilies,
    adultsAreGuardians: file.adultsAreGuardians ?? guess.adultsAreGuardians,
    columns,
    disciplineId,
    values: withValues(matchedAgain(guess, disciplineId, choices), values, choices),
  }
}

interface List {
  readonly table: Table
  readonly choices: Choices
}

const headingsOf = ({ columns }: Table) => columns.map(({ heading }) => heading).join(', ')

function disciplineNamed(name: string | null, { disciplines }: Choices): number | null {
  if (name === null) return null
  const found = disciplines.find(discipline => discipline.name.toLowerCase() === name.toLowerCase())
  if (!found) throw new CannotStart(`There is no discipline "${name}" in these clubs.`)
  return found.id
}

/** Belts are matched with the grades of the discipline that is chosen. */
const matchedAgain = (guess: ImportMapping, disciplineId: number | null, choices: Choices): ImportMapping['values'] =>
  disciplineId === guess.disciplineId
    ? guess.values
    : guess.values.map(value =>
        value.of === 'grade' ? { ...value, means: matchValue('grade', value.text, choices, disciplineId) } : value,
      )

function withValues(guess: ImportMapping['values'], given: NonNullable<MappingFile['values']>, choices: Choices) {
  const idOf = (of: ImportValueKind, name: string | null) => idNamed(choices, of, name)
  const chosen = importValueKinds.flatMap(of =>
    Object.entries(given[of] ?? {}).map(([text, name]) => ({ of, text, means: idOf(of, name) })),
  )
  const isChosen = ({ of, text }: ImportMapping['values'][number]) =>
    chosen.some(value => value.of === of && value.text === text)
  return [...guess.filter(value => !isChosen(value)), ...chosen]
}

function idNamed(choices: Choices, of: ImportValueKind, name: string | null): number | null {
  if (name === null) return null
  const found = choiceLists(choices)[of].find(each => each.name.toLowerCase() === name.toLowerCase())
  if (!found) throw new CannotStart(`There is no ${of} "${name}" in this club.`)
  return found.id
}

const termsNamed = (
  { plan = null, frequency = null, paymentMethod = null, nextPayment = null }: NonNullable<MappingFile['terms']>,
  choices: Choices,
): ImportTerms => ({
  trainingPlanId: idNamed(choices, 'plan', plan),
  subFrequencyId: idNamed(choices, 'frequency', frequency),
  paymentMethodId: idNamed(choices, 'paymentMethod', paymentMethod),
  nextPayment,
})

function termNames({ trainingPlanId, subFrequencyId, paymentMethodId, nextPayment }: ImportTerms, choices: Choices) {
  const lists = choiceLists(choices)
  const nameIn = (of: ImportValueKind, id: number | null) => lists[of].find(each => each.id === id)?.name ?? null
  return {
    plan: nameIn('plan', trainingPlanId),
    frequency: nameIn('frequency', subFrequencyId),
    paymentMethod: nameIn('paymentMethod', paymentMethodId),
    nextPayment,
  }
}

/** A mapping as such a file, to be changed and given again. */
export function toMappingFile(mapping: ImportMapping, { table, choices }: List): MappingFile {
  const lists = choiceLists(choices)
  const headings = (of: (column: ImportMapping['columns'][number]) => [string, unknown][]) =>
    Object.fromEntries(mapping.columns.flatMap(of))
  const values = importValueKinds.flatMap(of => {
    const texts = mapping.values.filter(value => value.of === of)
    const named = texts.map(({ text, means }) => [text, lists[of].find(({ id }) => id === means)?.name ?? null])
    return named.length > 0 ? [[of, Object.fromEntries(named)]] : []
  })
  return MappingFile.parse({
    kind: mapping.kind,
    columns: headings(({ place, field: of }) => [[headingAt(table, place), of]]),
    dateOrder: headings(({ place, field: of, dateOrder }) =>
      of && dateOrder !== 'dmy' ? [[headingAt(table, place), dateOrder]] : [],
    ),
    nameOrder: mapping.nameOrder,
    discipline: choices.disciplines.find(({ id }) => id === mapping.disciplineId)?.name ?? null,
    values: Object.fromEntries(values),
    existing: mapping.existing,
    sameNames: mapping.sameNames,
    balances: mapping.balances,
    terms: termNames(mapping.terms, choices),
    linkFamilies: mapping.linkFamilies,
    adultsAreGuardians: mapping.adultsAreGuardians,
  })
}

/** Columns that have values and no field: their headings, with some of the values. */
export function undecidedColumns({ columns }: ImportMapping, table: Table): { heading: string; values: string[] }[] {
  return columns.flatMap(({ place, field, isLeftOut }) => {
    const values = [...new Set(cellsOf(table, place))].slice(0, 3)
    return field === null && !isLeftOut && values.length > 0 ? [{ heading: headingAt(table, place), values }] : []
  })
}
