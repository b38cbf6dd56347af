import { mergeField, nearestField } from '@honbu/contract/merge-fields.ts'
import type { Liquid } from 'liquidjs'
import { liquidToken, type Parsed } from './liquid.ts'

/** The merge fields that a text names, and what is wrong with the others. */
export interface FieldsUsed {
  readonly fields: readonly string[]
  /** Those that are written as they are: empty, they leave a hole. One with a default, or in a condition, does not. */
  readonly needed: readonly string[]
  readonly problems: readonly string[]
}

export function fieldsUsed(engine: Liquid, source: string, parsed: Parsed): FieldsUsed {
  const fields = new Set<string>()
  const problems = new Set<string>()
  const { globals } = engine.analyzeSync(parsed, { partials: false })
  for (const variable of Object.values(globals).flat()) {
    const name = String(variable)
    if (mergeField(name)) fields.add(name)
    else problems.add(unknown(name, placeOf(source, variable.location)))
  }
  const needed = outputsWithoutDefault(source)
  for (const name of inConditions(source)) needed.delete(name)
  return {
    fields: [...fields],
    needed: [...needed].filter(name => fields.has(name)),
    problems: [...problems],
  }
}

function unknown(name: string, place: string): string {
  const meant = nearestField(name)
  const said = `Unknown field {{ ${name} }}`
  return `${said}${meant ? `: did you mean ${meant}?` : '.'}${place && ` It stands in “${place}”.`}`
}

/** The words around, without markup. */
function placeOf(source: string, { row, col }: { row: number; col: number }): string {
  const lines = source.split('\n')
  const line = lines[row - 1] ?? ''
  const before =
    line
      .slice(0, col - 1)
      .split('>')
      .at(-1) ?? ''
  const after = line.slice(col - 1).split(/<(?=[a-z/!])/i)[0] ?? ''
  const words = `${before.slice(-30)}${after.slice(0, 50)}`.trim()
  return `${before.length > 30 ? '…' : ''}${words}${after.length > 50 ? '…' : ''}`
}

const outputsWithoutDefault = (source: string) =>
  new Set(
    [...source.matchAll(/\{\{-?\s*([\w.]+)([\s\S]*?)-?\}\}/g)]
      .filter(([, , rest = '']) => !/\|\s*default\b/.test(rest))
      .map(([, name = '']) => name),
  )

/** Who asks whether a field is there has thought of its being empty. */
const inConditions = (source: string) =>
  [...source.matchAll(liquidToken)]
    .filter(([token]) => /^\{%-?\s*(if|elsif|unless|case)\b/.test(token))
    .flatMap(([token]) => token.match(/\b\w+\.\w+\b/g) ?? [])
