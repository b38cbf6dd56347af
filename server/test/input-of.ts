import type { Endpoint } from '@honbu/contract/endpoint.ts'
import type { Guard } from '@honbu/contract/guards.ts'
import type { Db } from '../src/platform/database.ts'
import { testToday } from './app.ts'
import type { OurRows } from './our-rows.ts'
import { rightInputs } from './right-input.ts'

/** Calls about the demo's head office, which none of our rows is: they're refused with 404. */
export const onlyInDemo: readonly string[] = ['getDemo', 'discardDemo']

export function guardsOf({ access }: Endpoint): readonly Guard[] {
  if (typeof access === 'string') return []
  return 'subject' in access ? [access] : access
}

/**
 * What a call takes: our rows wherever a guard looks, and what `right-input.ts` says of this call. With `other`, another
 * id where the guard of that name looks.
 */
export async function inputOf(
  [name, endpoint]: [string, Endpoint],
  { db, rows, other = {} }: { db: Db; rows: OurRows; other?: Readonly<Record<string, number>> },
): Promise<Record<string, unknown>> {
  const usual = { classDate: testToday, from: testToday, to: testToday, attended: true }
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(usual).filter(([field]) => field in endpoint.input.shape),
  )
  for (const { id, subject } of guardsOf(endpoint)) put(given, id, rows[subject])
  Object.assign(given, await rightInputs[name]?.(rows, db))
  for (const [id, value] of Object.entries(other)) put(given, id, value)
  return given
}

/** Under a name, or under `list.name` in each element of the list, `object.name` in the object; and so on inwards. */
function put(input: Record<string, unknown>, path: string, value: number) {
  const [field = '', ...inside] = path.split('.')
  if (inside.length === 0) {
    input[field] = field.endsWith('Ids') || Array.isArray(input[field]) ? [value] : value
    return
  }
  const within = (each: unknown) => {
    const copy = { ...(each as Record<string, unknown>) }
    put(copy, inside.join('.'), value)
    return copy
  }
  const now = input[field] ?? [{}]
  input[field] = Array.isArray(now) ? now.map(within) : within(now)
}
