import type { Endpoint } from '@honbu/contract/endpoint.ts'

/** A text field of a call's input, and the rare word to send in it. */
export interface RareWord {
  readonly word: string
  readonly at: readonly (string | number)[]
  /** The word as the field accepts it: alone, in an email address or beside a phone number. */
  readonly text: string
}

/**
 * Finds the fields of a right input that accept any text, with a word of its own for each.
 * @param nextWord makes a word that has not been used
 */
export function wordsFor(endpoint: Endpoint, input: object, nextWord: () => string): RareWord[] {
  return leavesOf(input).flatMap(at => {
    const word = nextWord()
    const text = [word, `${word}@mail.example`, `07700 900123 ${word}`].find(text => {
      const { error } = endpoint.input.safeParse(withWords(input, [{ word, at, text }]))
      return !error?.issues.some(({ path }) => at.every((step, place) => String(path[place]) === String(step)))
    })
    return text === undefined ? [] : [{ word, at, text }]
  })
}

/** The input with these words in it. A field that is not in it is left out. */
export function withWords<Input extends object>(input: Input, words: readonly RareWord[]): Input {
  const copy = structuredClone(input)
  for (const { at, text } of words) {
    const last = at.at(-1) ?? ''
    const within = at
      .slice(0, -1)
      .reduce((here: unknown, step) => (here as Record<string, unknown> | null)?.[step], copy)
    if (typeof within === 'object' && within !== null) (within as Record<string, unknown>)[last] = text
  }
  return copy
}

/** Where texts, and fields without a value, are in an input. */
function leavesOf(value: unknown, at: RareWord['at'] = []): RareWord['at'][] {
  if (typeof value === 'string' || (value === null && at.length > 0)) return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...at, Array.isArray(value) ? Number(key) : key]),
  )
}

/** Sends a write of the contract. */
export async function postCall<Answer>(
  post: (path: string, body: object) => Promise<Answer>,
  { path }: Endpoint,
  input: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const isInPath = (field: string) => path.split('/').includes(`:${field}`)
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  return await post(url, Object.fromEntries(Object.entries(input).filter(([field]) => !isInPath(field))))
}
