import { mergeField, nearestField } from '@honbu/contract/merge-fields.ts'
import type { Liquid } from 'liquidjs'
import { type LiquidToken, tokensIn } from './liquid.ts'

/** The merge fields that a text names, and what is wrong with the others. */
export interface FieldsUsed {
  readonly fields: readonly string[]
  /** Those that are written as they are: empty, they leave a hole. One with a default, or in a condition, does not. */
  readonly needed: readonly string[]
  readonly problems: readonly string[]
}

/** @param source what `parse` has taken */
export function fieldsUsed(engine: Liquid, source: string): FieldsUsed {
  const tokens = tokensIn(source)
  const fields = new Set<string>()
  const problems = new Set<string>()
  // What is in braces, each in a line of its own: the library walks from the beginning of a text to each name in it.
  const lines = tokens.map(({ token }) => token.replaceAll(/[\r\n]/g, ' ')).join('\n')
  const { globals } = engine.analyzeSync(engine.parse(lines), { partials: false })
  for (const variable of Object.values(globals).flat()) {
    const name = String(variable)
    const { row, col } = variable.location
    if (mergeField(name)) fields.add(name)
    else problems.add(unknown(name, placeOf(source, (tokens[row - 1]?.index ?? 0) + col - 1)))
  }
  const needed = outputsWithoutDefault(tokens)
  for (const name of inConditions(tokens)) needed.delete(name)
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
function placeOf(source: string, at: number): string {
  const before =
    source
      .slice(source.lastIndexOf('\n', at - 1) + 1, at)
      .split('>')
      .at(-1) ?? ''
  const end = source.indexOf('\n', at)
  const after = source.slice(at, end < 0 ? undefined : end).split(/<(?=[a-z/!])/i)[0] ?? ''
  const words = `${before.slice(-30)}${after.slice(0, 50)}`.trim()
  return `${before.length > 30 ? '…' : ''}${words}${after.length > 50 ? '…' : ''}`
}

const outputsWithoutDefault = (tokens: readonly LiquidToken[]) =>
  new Set(
    tokens
      .filter(({ token }) => token.startsWith('{{') && !/\|\s*default\b/.test(token))
      .flatMap(({ token }) => /^\{\{-?\s*([\w.]+)/.exec(token)?.[1] ?? []),
  )

/** Who asks whether a field is there has thought of its being empty. */
const inConditions = (tokens: readonly LiquidToken[]) =>
  tokens
    .filter(({ token }) => /^\{%-?\s*(if|elsif|unless|case)\b/.test(token))
    .flatMap(({ token }) => token.match(/\b\w+\.\w+\b/g) ?? [])
