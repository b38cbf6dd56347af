import { type RawBuilder, sql } from 'kysely'
import { type MergeRule, namesIn, type PersonalColumns, personalColumns } from './personal-columns.ts'

/** Tables of which a merge makes one row out of two. */
export type MergedTable = {
  [Table in keyof typeof personalColumns]: (typeof personalColumns)[Table] extends { merge: object } ? Table : never
}[keyof typeof personalColumns]

type MergedColumn = readonly [column: string, rule: Exclude<MergeRule, 'own'>]

const mergedColumns = (table: MergedTable): readonly MergedColumn[] => {
  const { merge }: PersonalColumns = personalColumns[table]
  return Object.entries(merge ?? {}).flatMap(([rule, columns]) =>
    rule === 'own' ? [] : namesIn(columns).map((name): MergedColumn => [name, rule as MergedColumn[1]]),
  )
}

/** The columns that a merge sets in the row that stays, as `(a, b)`. */
export const mergedFields = (table: MergedTable) =>
  sql`(${sql.join(mergedColumns(table).map(([name]) => sql.ref(name)))})`

/**
 * What a merge sets them to, of `entry`, the row that stays, and `other`.
 * @param otherCounts SQL that is true if the other row is the livelier, or has the higher grade
 */
export function mergedValues(table: MergedTable, otherCounts: RawBuilder<unknown> = sql`false`) {
  const together = mergedColumns(table).filter(([, rule]) => rule === 'filledTogether')
  const hasNone = sql`concat(${sql.join(together.map(([name]) => sql`entry.${sql.ref(name)}`))}) = ''`
  const merged = ([name, rule]: MergedColumn) => {
    const [own, other] = [sql`entry.${sql.ref(name)}`, sql`other.${sql.ref(name)}`]
    switch (rule) {
      case 'filled':
        return sql`case when coalesce(${own}::text, '') in ('', '-') then ${other} else ${own} end`
      case 'filledTogether':
        return sql`case when ${hasNone} then ${other} else ${own} end`
      case 'livelier':
      case 'higher':
        return sql`case when ${otherCounts} then ${other} else ${own} end`
      case 'earlier':
        return sql`least(${own}, ${other})`
      case 'either':
        return name.endsWith('flags') ? sql`${own} | ${other}` : sql`${own} or ${other}`
    }
  }
  return sql.join(mergedColumns(table).map(merged))
}
