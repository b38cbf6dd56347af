import { date } from '@honbu/contract/calendar.ts'
import type { directoryColumns } from '@honbu/contract/directory.ts'
import { type Condition, type Filter as FilterOf, isGroup } from '@honbu/contract/grid/filter.ts'
import type { FieldOf } from '@honbu/contract/grid.ts'
import * as z from 'zod/mini'

type Field = FieldOf<typeof directoryColumns>
type Filter = FilterOf<Field>

const whole = z.nullable(
  z.int({ error: 'A whole number from 0, or empty' }).check(z.minimum(0, 'A whole number from 0, or empty')),
)
const ids = z.array(z.int())
const names = z.array(z.string())

/** What the panel of filters edits; what is empty or null filters nothing. */
export const FacetFields = z.object({
  name: z.string(),
  clubs: ids,
  statuses: ids,
  categories: names,
  plans: names,
  tags: names,
  disciplineId: z.nullable(z.int()),
  gradeFrom: z.nullable(z.int()),
  gradeTo: z.nullable(z.int()),
  classes: ids,
  ageFrom: whole,
  ageTo: whole,
  months: ids,
  joinedWithin: z.nullable(z.int()),
  joinedFrom: z.nullable(date),
  joinedTo: z.nullable(date),
  /** Days: 14 for "not for 14 days", -14 for "in the last 14 days". */
  attended: z.nullable(z.union([z.int(), z.literal('never')])),
  attendedFrom: z.nullable(date),
  attendedTo: z.nullable(date),
  debt: z.nullable(z.enum(['some', 'none'])),
  debtFrom: z.nullable(z.number({ error: 'An amount in pounds, or empty' })),
  mandate: z.nullable(z.enum(['yes', 'no'])),
  frozen: z.nullable(z.enum(['yes', 'no'])),
  sources: ids,
  missing: ids,
})

export type Facets = z.infer<typeof FacetFields>

export const noFacets: Facets = {
  name: '',
  clubs: [],
  statuses: [],
  categories: [],
  plans: [],
  tags: [],
  disciplineId: null,
  gradeFrom: null,
  gradeTo: null,
  classes: [],
  ageFrom: null,
  ageTo: null,
  months: [],
  joinedWithin: null,
  joinedFrom: null,
  joinedTo: null,
  attended: null,
  attendedFrom: null,
  attendedTo: null,
  debt: null,
  debtFrom: null,
  mandate: null,
  frozen: null,
  sources: [],
  missing: [],
}

type Part = Partial<Facets>

/** One thing the panel asks: what it writes for what was chosen, and what it reads of one part of a filter. */
interface Facet {
  readonly write: (facets: Facets) => readonly (Filter | null)[]
  readonly read: (part: Filter) => Part | null
}

const some = (facet: 'clubs' | 'statuses' | 'classes' | 'months' | 'sources' | 'missing', field: Field): Facet => ({
  write: facets => [anyOf(field, facets[facet])],
  read: part => {
    const values = valuesOf(part, field).filter(value => typeof value === 'number')
    return values.length > 0 ? { [facet]: values } : null
  },
})

const someNames = (facet: 'categories' | 'plans' | 'tags', field: Field): Facet => ({
  write: facets => [anyOf(field, facets[facet])],
  read: part => {
    const values = valuesOf(part, field).filter(value => typeof value === 'string')
    return values.length > 0 ? { [facet]: values } : null
  },
})

type NumberFacet = 'disciplineId' | 'gradeFrom' | 'gradeTo' | 'ageFrom' | 'ageTo' | 'joinedWithin' | 'debtFrom'

const number = (facet: NumberFacet, field: Field, operator: 'eq' | 'gte' | 'lte'): Facet => ({
  write: facets => {
    const value = facets[facet]
    return [value === null ? null : { field, operator, value }]
  },
  read: part => {
    const value = valueIn(part, field, operator)
    return typeof value === 'number' ? { [facet]: value } : null
  },
})

type DateFacet = 'joinedFrom' | 'joinedTo' | 'attendedFrom' | 'attendedTo'

const day = (facet: DateFacet, field: Field, operator: 'gte' | 'lte'): Facet => ({
  write: facets => {
    const value = facets[facet]
    return [value === null ? null : { field, operator, value: { day: value } }]
  },
  read: part => {
    const value = valueIn(part, field, operator)
    return typeof value === 'object' && 'day' in value ? { [facet]: value.day } : null
  },
})

const nameFacet: Facet = {
  // Every word is in the first name or in the last.
  write: ({ name }) =>
    words(name).map(value => ({ logic: 'or', filters: [inName('firstName', value), inName('lastName', value)] })),
  read: part => {
    if (!isGroup(part) || part.logic !== 'or' || part.filters.length !== 2) return null
    const [first, last] = part.filters
    const value = first && valueIn(first, 'firstName', 'contains')
    const same = last && valueIn(last, 'lastName', 'contains')
    return typeof value === 'string' && value === same ? { name: value } : null
  },
}

const attendedFacet: Facet = {
  write: ({ attended }) => {
    if (attended === null) return []
    if (attended === 'never') return [{ field: 'lastAttendance', operator: 'isnull' }]
    return attended < 0
      ? [{ field: 'daysAbsent', operator: 'lte', value: -attended }]
      : [{ field: 'daysAbsent', operator: 'gte', value: attended }]
  },
  read: part => {
    if (!isGroup(part) && part.field === 'lastAttendance' && part.operator === 'isnull') return { attended: 'never' }
    const within = valueIn(part, 'daysAbsent', 'lte')
    if (typeof within === 'number' && within > 0) return { attended: -within }
    const since = valueIn(part, 'daysAbsent', 'gte')
    return typeof since === 'number' && since > 0 ? { attended: since } : null
  },
}

const debtFacet: Facet = {
  write: ({ debt }) => {
    if (debt === null) return []
    return [{ field: 'debt', operator: debt === 'some' ? 'gt' : 'eq', value: 0 }]
  },
  read: part => {
    if (valueIn(part, 'debt', 'gt') === 0) return { debt: 'some' }
    return valueIn(part, 'debt', 'eq') === 0 ? { debt: 'none' } : null
  },
}

const yesOrNo = (facet: 'mandate' | 'frozen', field: Field): Facet => ({
  write: facets => [facets[facet] === null ? null : { field, operator: 'eq', value: facets[facet] === 'yes' }],
  read: part => {
    const value = valueIn(part, field, 'eq')
    return typeof value === 'boolean' ? { [facet]: value ? 'yes' : 'no' } : null
  },
})

const facets: readonly Facet[] = [
  nameFacet,
  some('clubs', 'clubId'),
  some('statuses', 'memberStatusId'),
  someNames('categories', 'categoryName'),
  someNames('plans', 'planName'),
  someNames('tags', 'tag'),
  number('disciplineId', 'disciplineId', 'eq'),
  number('gradeFrom', 'gradeId', 'gte'),
  number('gradeTo', 'gradeId', 'lte'),
  some('classes', 'classId'),
  number('ageFrom', 'age', 'gte'),
  number('ageTo', 'age', 'lte'),
  some('months', 'birthdayMonth'),
  number('joinedWithin', 'daysMember', 'lte'),
  day('joinedFrom', 'memberSince', 'gte'),
  day('joinedTo', 'memberSince', 'lte'),
  attendedFacet,
  day('attendedFrom', 'lastAttendance', 'gte'),
  day('attendedTo', 'lastAttendance', 'lte'),
  debtFacet,
  number('debtFrom', 'debt', 'gte'),
  yesOrNo('mandate', 'hasMandate'),
  yesOrNo('frozen', 'isFrozen'),
  some('sources', 'marketingSourceId'),
  some('missing', 'missing'),
]

/** A filter as the panel shows it; `rest` is what the panel has no place for. */
export function readFacets(filter: Filter | null): { facets: Facets; rest: Filter[] } {
  const found: Facets = { ...noFacets }
  const taken = new Set<Facet>()
  const rest: Filter[] = []
  for (const part of partsOf(filter)) {
    const fitting = facets.find(facet => (facet === nameFacet || !taken.has(facet)) && facet.read(part) !== null)
    const value = fitting?.read(part)
    if (!fitting || !value) {
      rest.push(part)
      continue
    }
    taken.add(fitting)
    Object.assign(found, fitting === nameFacet ? { name: `${found.name} ${value.name}`.trim() } : value)
  }
  return { facets: found, rest }
}

/** The other way round. */
export function writeFacets(chosen: Facets, rest: readonly Filter[] = []): Filter | null {
  const parts = facets.flatMap(facet => facet.write(chosen)).filter(part => part !== null)
  return allOf([...parts, ...rest])
}

const allOf = (parts: readonly Filter[]): Filter | null => {
  const [first] = parts
  return first && parts.length === 1 ? first : parts.length > 0 ? { logic: 'and', filters: parts } : null
}

/** What must hold in any case. */
function partsOf(filter: Filter | null): Filter[] {
  if (!filter) return []
  return isGroup(filter) && filter.logic === 'and' ? filter.filters.flatMap(partsOf) : [filter]
}

const words = (text: string) => text.trim().split(/\s+/).filter(Boolean)

const inName = (field: 'firstName' | 'lastName', value: string): Filter => ({ field, operator: 'contains', value })

function anyOf(field: Field, values: readonly (number | string)[]): Filter | null {
  const filters = values.map((value): Filter => ({ field, operator: 'eq', value }))
  const [first] = filters
  return first && filters.length === 1 ? first : filters.length > 0 ? { logic: 'or', filters } : null
}

/** The values of `field eq a or field eq b`; none where it is anything else. */
function valuesOf(part: Filter, field: Field) {
  const conditions = isGroup(part) && part.logic === 'or' ? part.filters : [part]
  const values = conditions.map(condition => valueIn(condition, field, 'eq'))
  return values.includes(undefined) ? [] : values.filter(value => value !== undefined)
}

function valueIn(part: Filter, field: Field, operator: Condition['operator']) {
  return !isGroup(part) && part.field === field && part.operator === operator && 'value' in part
    ? part.value
    : undefined
}
