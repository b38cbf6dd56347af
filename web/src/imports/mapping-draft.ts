import { type ImportFieldName, type ImportValueKind, importField } from '@honbu/contract/import-fields.ts'
import type { ImportMapping } from '@honbu/contract/imports.ts'

/** A column of the file, as far as choosing what it means needs it. */
interface FileTexts {
  readonly texts: readonly { readonly place: number; readonly texts: readonly { text: string; lines: number }[] }[]
  readonly choices: Readonly<Record<string, readonly { readonly id: number; readonly name: string }[]>>
}

/** The same with another meaning for a column; a column that had this meaning has none then. */
export function withField(mapping: ImportMapping, place: number, field: ImportFieldName | null): ImportMapping {
  const isTaken = (other: ImportFieldName | null) => other !== null && other === field && !importField(other).isMany
  const columns = mapping.columns.map(column => {
    if (column.place === place) return { ...column, field, isLeftOut: false }
    return isTaken(column.field) ? { ...column, field: null } : column
  })
  return { ...mapping, columns }
}

/** The same without a column, which someone has decided to leave out. */
export const leftOut = (mapping: ImportMapping, place: number): ImportMapping => ({
  ...mapping,
  columns: mapping.columns.map(column =>
    column.place === place ? { ...column, field: null, isLeftOut: true } : column,
  ),
})

/** Columns that have values and no field. */
export const undecided = <Column extends { place: number; filled: number }>(
  mapping: ImportMapping,
  columns: readonly Column[],
): Column[] =>
  columns.filter(({ place, filled }) => {
    const column = mapping.columns.find(each => each.place === place)
    return filled > 0 && column?.field == null && !column?.isLeftOut
  })

/** Texts of one kind that have to be matched, with how many lines have them and what they are matched to. */
export interface TextsToMatch {
  readonly of: ImportValueKind
  readonly texts: readonly { readonly text: string; readonly lines: number; readonly means: number | null }[]
  /** A column of this kind has too many different texts. */
  readonly isTooMany: boolean
}

/** What has to be matched, by kind, for the columns as they are chosen now. */
export function textsToMatch(mapping: ImportMapping, { texts, choices }: FileTexts): TextsToMatch[] {
  const kinds = new Map<ImportValueKind, { lines: Map<string, number>; isTooMany: boolean }>()
  for (const { place, field } of mapping.columns) {
    const of = field && importField(field).values
    if (!of) continue
    const kind = kinds.get(of) ?? { lines: new Map<string, number>(), isTooMany: false }
    const inColumn = texts.find(each => each.place === place)?.texts ?? []
    for (const { text, lines } of inColumn) kind.lines.set(text, (kind.lines.get(text) ?? 0) + lines)
    kinds.set(of, { ...kind, isTooMany: kind.isTooMany || inColumn.length === 0 })
  }
  return [...kinds].map(([of, { lines, isTooMany }]) => ({
    of,
    isTooMany,
    texts: [...lines].map(([text, count]) => ({
      text,
      lines: count,
      means: meaningOf(mapping, { of, text, choices: choices[of] ?? [] }),
    })),
  }))
}

interface Wanted {
  readonly of: ImportValueKind
  readonly text: string
  readonly choices: readonly { readonly id: number; readonly name: string }[]
}

/** As it was matched; of a column that has just got its meaning, what has the very name. */
function meaningOf({ values }: ImportMapping, { of, text, choices }: Wanted): number | null {
  const matched = values.find(value => value.of === of && value.text === text)
  if (matched) return matched.means
  return choices.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())?.id ?? null
}

/** The same with a text matched to something else. */
export function withMeaning(mapping: ImportMapping, of: ImportValueKind, text: string, means: number | null) {
  const others = mapping.values.filter(value => value.of !== of || value.text !== text)
  return { ...mapping, values: [...others, { of, text, means }] }
}

/** What is sent: matched texts of the columns as they are now, and no others. */
export function toSend(mapping: ImportMapping, file: FileTexts): ImportMapping {
  const values = textsToMatch(mapping, file).flatMap(({ of, texts }) =>
    texts.map(({ text, means }) => ({ of, text, means })),
  )
  return { ...mapping, values }
}

/** The same with belts matched to the grades of another discipline. */
export const withGrades = (mapping: ImportMapping, values: ImportMapping['values']): ImportMapping => ({
  ...mapping,
  values: [...mapping.values.filter(({ of }) => of !== 'grade'), ...values.filter(({ of }) => of === 'grade')],
})
