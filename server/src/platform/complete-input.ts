import type { Endpoint } from '@honbu/contract/endpoint.ts'
import * as z from 'zod/mini'
import { isInstant } from './day-of-instant.ts'

type DayOf = (instant: string) => string
type Step = (given: unknown, dayOf: DayOf) => unknown
type Given = Readonly<Record<string, unknown>>

/**
 * Reads an input as the specification's clients write it (decision 89), by the schema of the call: a nullable that is left out
 * is null, an id of 0 is left out, and an instant is the day it falls on.
 */
export function completerOf({ access, input, path }: Endpoint): (given: Given, dayOf: DayOf) => Given {
  const guards = typeof access === 'string' ? [] : 'subject' in access ? [access] : access
  const newIds = new Set(guards.filter(({ orNew }) => orNew).map(({ id }) => id))
  const fields = Object.entries(input.shape).filter(([name]) => !path.split('/').includes(`:${name}`))
  return objectStep(Object.fromEntries(fields), newIds) as (given: Given, dayOf: DayOf) => Given
}

/** The zod internals that are read here. */
interface Schema extends z.ZodMiniType {
  readonly _zod: z.ZodMiniType['_zod'] & {
    readonly def: {
      readonly type: string
      readonly innerType?: Schema
      readonly element?: Schema
      readonly in?: Schema
      readonly out?: Schema
      readonly shape?: Shape
      readonly options?: readonly Schema[]
      readonly discriminator?: string
    }
  }
}
type Shape = Readonly<Record<string, z.ZodMiniType>>

/** Null where there is nothing to complete. */
function stepOf(schema: z.ZodMiniType): Step | null {
  const { type, innerType, element, in: first, out, shape, options, discriminator } = (schema as Schema)._zod.def
  if (type === 'string') return z.globalRegistry.get(schema)?.format === 'date' ? dayStep : null
  if (shape) return objectStep(shape)
  if (innerType) return stepOf(innerType)
  if (element) return listStep(stepOf(element))
  if (first && out) return stepOf(first) ?? stepOf(out)
  if (options && discriminator) return choiceStep(options, discriminator)
  return null
}

const dayStep: Step = (given, dayOf) => (isInstant(given) ? dayOf(given) : given)

const listStep = (step: Step | null): Step | null =>
  step && ((given, dayOf) => (Array.isArray(given) ? given.map(each => step(each, dayOf)) : given))

function choiceStep(options: readonly Schema[], discriminator: string): Step {
  const choices = options.map(option => ({ kind: option._zod.def.shape?.[discriminator], step: stepOf(option) }))
  return (given, dayOf) => {
    const kind = isObject(given) ? given[discriminator] : undefined
    const step = choices.find(choice => choice.kind?.safeParse(kind).success)?.step
    return step ? step(given, dayOf) : given
  }
}

function objectStep(shape: Shape, newIds: ReadonlySet<string> = new Set()): Step {
  const fields = Object.entries(shape).map(([name, schema]) => fieldOf(name, schema, newIds.has(name)))
  return (given, dayOf) => {
    if (!isObject(given)) return given
    const completed = { ...given }
    for (const field of fields) {
      const value = chosenValue(field, given[field.name])
      if (value === undefined) delete completed[field.name]
      else completed[field.name] = field.step && value !== null ? field.step(value, dayOf) : value
    }
    return completed
  }
}

interface Field {
  readonly name: string
  readonly isId: boolean
  /** 0 is a row that is still to be made. */
  readonly isNew: boolean
  readonly takesNull: boolean
  readonly takesNothing: boolean
  readonly step: Step | null
}

const fieldOf = (name: string, schema: z.ZodMiniType, isNew: boolean): Field => ({
  ...{ name, isNew, isId: /(^i|I)d$/.test(name) && !hasZero(schema) },
  takesNull: schema.safeParse(null).success,
  takesNothing: schema.safeParse(undefined).success,
  step: stepOf(schema),
})

/** 0 is a value of its own, such as a filter for rows without one. */
function hasZero(schema: z.ZodMiniType): boolean {
  const { innerType, out } = (schema as Schema)._zod.def
  const inner = innerType ?? out
  return z.globalRegistry.get(schema)?.hasZero === true || (inner !== undefined && hasZero(inner))
}

/** Of 0, null and nothing, which mean the same of an id, the one that the field takes. */
function chosenValue({ isId, isNew, takesNull, takesNothing }: Field, value: unknown): unknown {
  const isNone = value === undefined || value === null || (isId && (value === 0 || value === '0'))
  if (!isNone || (value === null && takesNull) || (value === undefined && takesNothing)) return value
  if (takesNull) return null
  if (takesNothing) return undefined
  return isNew ? 0 : value
}

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
