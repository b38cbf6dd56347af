import { countedUpTo } from '@honbu/contract/directory.ts'
import { isGroup } from '@honbu/contract/grid/filter.ts'
import type { Filter } from '@honbu/contract/grid.ts'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { type Bool, filterCondition } from '../platform/grid-filter.ts'
import {
  type DirectoryField,
  type DirectoryFrame,
  directoryFields,
  type IdQuestion,
  type Ids,
  type Known,
  listed,
  nothingKnown,
} from './fields.ts'

type DirectoryFilter = Filter<DirectoryField>

/** Who matches, as a condition on `directory_entry`: in these clubs, and as the filter says. */
export function conditionOf({ clubIds, today }: DirectoryFrame, filter: DirectoryFilter | null): Bool {
  return allHold([inClubs(clubIds), ...partsOf(filter).map(part => conditionOn(part, { clubIds, today }))])
}

export interface KnownPart {
  readonly part: DirectoryFilter
  /** Each of them can be looked for in an index; a membership that fits is in at least one of them. */
  readonly ways: readonly Bool[]
}

interface KnownCondition {
  readonly fits: Bool
  readonly parts: readonly KnownPart[]
}

/**
 * The same with all that can be known before: which ids a name or a range of grades stands for, and who has a class or a
 * text that few have. By that the database sees how many will match, and so how best to find them.
 */
export async function knownCondition(
  db: Db,
  { clubIds, today }: DirectoryFrame,
  filter: DirectoryFilter | null,
): Promise<KnownCondition> {
  const frame = { clubIds, today }
  const parts = partsOf(filter)
  const asked: Asked[] = []
  for (const [part, condition] of parts.entries())
    conditionOn(condition, frame, {
      ...nothingKnown,
      idsOf: question => {
        asked.push({ part, kind: 'ids', question })
        return listed(sql`'{}'::bigint[]`)
      },
      isOneOf: (_, question, look) => {
        asked.push({ part, kind: 'few', question })
        return look
      },
    })
  const known = mergeRanges(parts, await answers(db, asked))
  const knownParts = parts.flatMap((part, index): (KnownPart & { condition: Bool })[] => {
    const own = known.filter(answer => answer.part === index)
    if (own.some(({ isMerged }) => isMerged)) return []
    const condition = conditionWith(part, frame, own, nothingKnown.either)
    const ways = hasOthers(part)
      ? [(first: Bool) => first, (_: Bool, others: Bool) => others].map(one => conditionWith(part, frame, own, one))
      : [condition]
    return [{ part, condition, ways }]
  })
  return { fits: allHold([inClubs(clubIds), ...knownParts.map(({ condition }) => condition)]), parts: knownParts }
}

/** A condition by what has been answered to its questions, in the order in which they were asked. */
function conditionWith(
  part: DirectoryFilter,
  frame: DirectoryFrame,
  given: readonly Answer[],
  either: Known['either'],
) {
  const left = [...given]
  const next = (kind: Asked['kind']) =>
    left.splice(
      left.findIndex(answer => answer.kind === kind),
      1,
    )[0]?.ids ?? []
  return conditionOn(part, frame, {
    either,
    idsOf: () => knownIds(next('ids')),
    isOneOf: (column, _, look) => {
      const ids = next('few')
      return ids.length > countedUpTo ? look : sql`${sql.ref(`directory_entry.${column}`)} = any(${[...ids]}::bigint[])`
    },
  })
}

function knownIds(ids: readonly number[]): Ids {
  const list = sql`${[...ids]}::bigint[]`
  const [only] = ids
  if (only === undefined || ids.length > 1) return listed(list)
  return { list, include: value => sql`${value} = ${only}::bigint` }
}

const conditionOn = (part: DirectoryFilter, frame: DirectoryFrame, known?: Known) =>
  filterCondition(part, directoryFields(frame, known), 'UTC')

const inClubs = (clubIds: readonly number[]) => sql<SqlBool>`directory_entry.club_id = any(${[...clubIds]}::bigint[])`

const allHold = (conditions: readonly Bool[]) => sql<SqlBool>`${sql.join(conditions, sql` and `)}`

interface Asked {
  readonly part: number
  /** All ids of a name, or the members who have something: these only if they are few. */
  readonly kind: 'ids' | 'few'
  readonly question: IdQuestion
}

interface Answer extends Omit<Asked, 'question'> {
  readonly ids: readonly number[]
  /** Another part has taken over what this one says. */
  readonly isMerged?: boolean
}

async function answers(db: Db, asked: readonly Asked[]): Promise<Answer[]> {
  if (asked.length === 0) return []
  const lists = asked.map(({ kind, question }, index) => {
    const list = kind === 'ids' ? question : sql`${question} limit ${countedUpTo + 1}`
    return sql`array(${list}) as ${sql.ref(`list_${index}`)}`
  })
  const { rows } = await sql<Record<string, number[]>>`select ${sql.join(lists)}`.execute(db)
  return asked.map(({ part, kind }, index) => ({ part, kind, ids: rows[0]?.[`list_${index}`] ?? [] }))
}

/** Is it something of which the first stands by itself, and the others in a list? */
const hasOthers = (part: DirectoryFilter) =>
  !isGroup(part) && (part.field === 'disciplineId' || part.field === 'gradeId' || part.field === 'tag')

/** From one grade and up to another is one question, not two: a member has one grade in a discipline. */
function mergeRanges(parts: readonly DirectoryFilter[], known: readonly Answer[]): Answer[] {
  const lower = known.find(({ part }) => isBound(parts[part], ['gte', 'gt']))
  const upper = known.find(({ part }) => isBound(parts[part], ['lte', 'lt']))
  const both = lower && upper ? lower.ids.filter(id => upper.ids.includes(id)) : []
  // Of two disciplines, or of no grade at all, each stands for itself.
  if (both.length === 0) return [...known]
  return known.map(answer => {
    if (answer === lower) return { ...answer, ids: both }
    return answer === upper ? { ...answer, isMerged: true } : answer
  })
}

const isBound = (part: DirectoryFilter | undefined, operators: readonly string[]) =>
  part !== undefined && !isGroup(part) && part.field === 'gradeId' && operators.includes(part.operator)

/** What must hold in any case. */
export function partsOf(filter: DirectoryFilter | null): DirectoryFilter[] {
  if (!filter) return []
  return isGroup(filter) && filter.logic === 'and' ? filter.filters.flatMap(partsOf) : [filter]
}
