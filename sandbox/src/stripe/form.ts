import { invalid, missing } from './refusal.ts'

/** What a form-encoded request says: `a[b][0]=c` is { a: { b: { 0: 'c' } } }. */
export interface Tree {
  readonly [name: string]: string | Tree | undefined
}

export function parseForm(parameters: URLSearchParams): Tree {
  // Without a prototype, so that no name is anything but a name.
  const root: Record<string, string | Tree | undefined> = Object.create(null)
  for (const [name, value] of parameters) {
    const keys = name.split(/\[|\]\[|\]/).filter((key, index) => index === 0 || key !== '')
    const isEmptyIndex = name.endsWith('[]')
    let at: Record<string, string | Tree | undefined> = root
    const last = isEmptyIndex ? keys.length : keys.length - 1
    for (const key of keys.slice(0, last)) {
      const within = at[key]
      // Made by this loop.
      const next = (typeof within === 'object' ? within : Object.create(null)) as Record<string, string | Tree>
      at[key] = next
      at = next
    }
    at[isEmptyIndex ? String(Object.keys(at).length) : (keys[last] ?? '')] = value
  }
  return root
}

export interface Input {
  has(name: string): boolean
  /** Null where it is missing or empty: an empty value unsets. */
  text(name: string): string | null
  needed(name: string): string
  whole(name: string, from: number, to: number): number | null
  flag(name: string): boolean
  oneOf<const Value extends string>(name: string, values: readonly Value[]): Value | null
  /** The metadata given, on top of what was there; an empty value removes its key. */
  metadata(before?: Readonly<Record<string, string>>): Record<string, string>
  within(name: string): Input
  /** The elements of a list. */
  list(name: string): Input[]
  texts(name: string): string[]
}

export function inputOf(tree: Tree, path = ''): Input {
  const nameOf = (name: string) => (path ? `${path}[${name}]` : name)
  const text = (name: string) => {
    const value = tree[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const treeOf = (name: string): Tree => {
    const value = tree[name]
    return typeof value === 'object' ? value : {}
  }
  return {
    has: name => tree[name] !== undefined,
    text,
    needed(name) {
      const value = text(name)
      if (value === null) throw missing(nameOf(name))
      return value
    },
    whole(name, from, to) {
      const value = text(name)
      if (value === null) return null
      const number = Number(value)
      if (!Number.isInteger(number))
        throw invalid(`Invalid integer: ${value}`, nameOf(name), 'parameter_invalid_integer')
      if (number < from)
        throw invalid(`This value must be greater than or equal to ${from}.`, nameOf(name), 'parameter_invalid_integer')
      if (number > to)
        throw invalid(`This value must be less than or equal to ${to}.`, nameOf(name), 'parameter_invalid_integer')
      return number
    },
    flag: name => text(name) === 'true',
    oneOf(name, values) {
      const given = text(name)
      const value = values.find(one => one === given)
      if (given !== null && value === undefined)
        throw invalid(`Invalid ${nameOf(name)}: must be one of ${values.join(', ')}`, nameOf(name))
      return value ?? null
    },
    metadata(before = {}) {
      if (tree.metadata === '') return {}
      const merged = { ...before }
      for (const [key, value] of Object.entries(treeOf('metadata'))) {
        if (typeof value !== 'string') throw invalid('Metadata values must be strings.', 'metadata')
        if (key.length > 40) throw invalid('Metadata keys are up to 40 characters long.', 'metadata')
        if (value.length > 500) throw invalid('Metadata values are up to 500 characters long.', 'metadata')
        if (value === '') delete merged[key]
        else merged[key] = value
      }
      if (Object.keys(merged).length > 50) throw invalid('You can have up to 50 keys.', 'metadata')
      return merged
    },
    within: name => inputOf(treeOf(name), nameOf(name)),
    list: name => Object.keys(treeOf(name)).map(key => inputOf(childOf(treeOf(name), key), `${nameOf(name)}[${key}]`)),
    texts: name => Object.values(treeOf(name)).filter(value => typeof value === 'string'),
  }
}

function childOf(tree: Tree, key: string): Tree {
  const child = tree[key]
  return typeof child === 'object' ? child : {}
}
