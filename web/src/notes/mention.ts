/** A person whom a note can mention. */
export interface Mentionable {
  readonly accountId: number
  readonly fullName: string
}

/** What is being typed after an @. */
export interface Typed {
  /** Where the @ is. */
  readonly start: number
  readonly query: string
}

/** Longer than any name that is still being looked for. */
const longest = 40

/** The name that is begun before the caret: after an @ that begins a word, in the same line. Null: there is none. */
export function typedAt(text: string, caret: number): Typed | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || caret - start - 1 > longest) return null
  const before = text[start - 1]
  const query = text.slice(start + 1, caret)
  if ((before !== undefined && !/[\s(]/.test(before)) || /^\s|\n/.test(query)) return null
  return { start, query }
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

const shownMost = 8

/** Those with a name, or a part of one, that begins so; none once a whole name and more is typed. */
export function matching(people: readonly Mentionable[], query: string): Mentionable[] {
  const wanted = plain(query)
  return people.filter(({ fullName }) => ` ${plain(fullName)}`.includes(` ${wanted}`)).slice(0, shownMost)
}

/** The text with a name in place of what was typed, and where the caret goes. */
export function withName(text: string, { start, query }: Typed, fullName: string): { text: string; caret: number } {
  const rest = text.slice(start + 1 + query.length)
  const begun = `${text.slice(0, start)}@${fullName}${/^\s/.test(rest) ? '' : ' '}`
  return { text: begun + rest, caret: begun.length + (/^\s/.test(rest) ? 1 : 0) }
}

/** The accounts whose name stands after an @ in some words. */
export const namedIn = (people: readonly Mentionable[], words: string): number[] =>
  people.filter(({ fullName }) => words.includes(`@${fullName}`)).map(({ accountId }) => accountId)

/** A part of some words, from a place in them on. */
export interface Part {
  readonly at: number
  readonly text: string
  readonly isName: boolean
}

/** Words in parts: those that are the name of someone mentioned, and the rest. */
export function partsOf(words: string, names: readonly string[]): Part[] {
  const parts: Part[] = []
  let from = 0
  for (let at = words.indexOf('@'); at >= 0; at = words.indexOf('@', at + 1)) {
    const name = names.filter(each => words.startsWith(each, at + 1)).toSorted((a, b) => b.length - a.length)[0]
    if (!name) continue
    if (at > from) parts.push({ at: from, text: words.slice(from, at), isName: false })
    from = at + 1 + name.length
    parts.push({ at, text: words.slice(at, from), isName: true })
  }
  if (from < words.length) parts.push({ at: from, text: words.slice(from), isName: false })
  return parts
}
