import type { ActivityChange } from '@honbu/contract/activity.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

type Values = Readonly<Record<string, unknown>> | null

interface Change {
  readonly before: Values
  readonly after: Values
}

/** More of one entry than a person reads. */
const mostChanges = 40
const longest = 300

/**
 * What has changed, field by field: every value of a row that was made or has gone, and where it was there before and
 * after, what differs. Ids are given by the name of what they point at; those that point at nothing with a name are left
 * out, as is what is empty on both sides.
 */
export function changesOf({ before, after }: Change, names: Names): ActivityChange[] {
  const [was, is] = [flat(before), flat(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .flatMap(field => {
      const [then, now] = [shown(field, was.get(field), names), shown(field, is.get(field), names)]
      return then === undefined && now === undefined ? [] : [{ field, before: then ?? null, after: now ?? null }]
    })
    .filter(change => change.before !== change.after)
    .slice(0, mostChanges)
}

const titles = ['name', 'title', 'subject', 'description', 'fileName', 'filename']

/** What the row is called: its name, or that of what it is; a mark by the class in whose register it stands. */
export function titleOf({ subject, before, after }: Change & { readonly subject: string }, names: Names): string {
  const values = new Map([...flat(before), ...flat(after)])
  const key = [...titles, ...[...values.keys()].filter(each => each.endsWith('Name'))].find(
    each => typeof values.get(each) === 'string' && values.get(each) !== '',
  )
  if (key) return cut(String(values.get(key)))
  return (subject === 'attendance' && names.get(`class ${String(values.get('classId'))}`)) || ''
}

/** The fields of a row and of the rows within it, `address.city`, in the one way of writing names. */
function flat(values: Values, within = ''): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [key, value] of Object.entries(values ?? {})) {
    const field = within + camel(key)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [inner, its] of flat(value as Record<string, unknown>, `${field}.`)) found.set(inner, its)
    else found.set(field, value)
  }
  return found
}

const camel = (key: string) => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

type Scalar = string | number | boolean

function shown(field: string, value: unknown, names: Names): Scalar | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const key = lastOf(field)
  if (Array.isArray(value)) return listed(field, value, names)
  if (key === 'id' || key === 'version') return undefined
  const table = tableOf(key)
  if (table !== undefined) return names.get(`${table} ${String(value)}`)
  if (/Ids?$/.test(key)) return undefined
  if (typeof value === 'string') return cut(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}

function listed(field: string, values: readonly unknown[], names: Names): string | undefined {
  if (values.length === 0) return undefined
  if (values.some(each => typeof each === 'object' && each !== null))
    return `${values.length} ${values.length === 1 ? 'entry' : 'entries'}`
  const texts = values.flatMap(each => {
    const text = shown(field.replace(/Ids$/, 'Id'), each, names)
    return text === undefined ? [] : [String(text)]
  })
  return texts.length > 0 ? cut(texts.join(', ')) : undefined
}

const lastOf = (field: string) => field.slice(field.lastIndexOf('.') + 1)
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

/** How a row of each table is called. */
const nameOf = {
  account: sql`(select first_name || ' ' || last_name from person where person.id = account.person_id)`,
  class: sql`class_name`,
  club: sql`name`,
  discipline: sql`name`,
  grade: sql`name`,
  location: sql`name`,
  lookup: sql`name`,
  member: sql`(select first_name || ' ' || last_name from person where person.id = member.person_id)`,
  member_category: sql`name`,
  message_layout: sql`name`,
  message_template: sql`name`,
  person: sql`first_name || ' ' || last_name`,
  product: sql`name`,
  product_category: sql`name`,
  tag: sql`name`,
  training_plan: sql`name`,
} as const
type Table = keyof typeof nameOf

/** What an id points at, by its name in the audit. */
const tables: Readonly<Record<string, Table>> = {
  accountId: 'account',
  adminId: 'person',
  assignedTo: 'account',
  categoryId: 'member_category',
  classId: 'class',
  classTypeId: 'lookup',
  clubId: 'club',
  currentGradeId: 'grade',
  disciplineId: 'discipline',
  frequencyId: 'lookup',
  gradeId: 'grade',
  instructorId: 'person',
  layoutId: 'message_layout',
  linkTypeId: 'lookup',
  locationId: 'location',
  marketingSourceId: 'lookup',
  memberCategoryId: 'member_category',
  memberId: 'member',
  memberIssueReasonId: 'lookup',
  memberStatusId: 'lookup',
  nextGradeId: 'grade',
  notInterestedReasonId: 'lookup',
  otherMemberId: 'member',
  ownerId: 'person',
  parentClubId: 'club',
  paymentTypeId: 'lookup',
  personId: 'person',
  planId: 'training_plan',
  primaryDisciplineId: 'discipline',
  productCategoryId: 'product_category',
  productId: 'product',
  providerId: 'lookup',
  reasonId: 'lookup',
  tagId: 'tag',
  templateId: 'message_template',
  trainingPlanId: 'training_plan',
  vatCodeId: 'lookup',
}

const tableOf = (key: string): Table | undefined => (Object.hasOwn(tables, key) ? tables[key] : undefined)

/** By table and id: `class 12`. */
export type Names = ReadonlyMap<string, string>

/** The names of all that these entries point at, a query a table. */
export async function namesFor(db: Db, changes: readonly Change[]): Promise<Names> {
  const wanted = new Map<Table, Set<number>>()
  for (const { before, after } of changes)
    for (const [field, value] of [...flat(before), ...flat(after)]) {
      const table = tableOf(lastOf(field).replace(/Ids$/, 'Id'))
      if (table === undefined) continue
      const ids = wanted.get(table) ?? new Set()
      for (const each of Array.isArray(value) ? value : [value]) if (Number.isSafeInteger(each)) ids.add(Number(each))
      wanted.set(table, ids)
    }
  const found = new Map<string, string>()
  await Promise.all(
    [...wanted].map(async ([table, ids]) => {
      const { rows } = await sql<{ id: number; name: string | null }>`
        select id, ${nameOf[table]} as name from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`.execute(db)
      for (const { id, name } of rows) if (name) found.set(`${table} ${id}`, name.trim())
    }),
  )
  return found
}
