/** One field of a record, as people read it. */
interface Field {
  readonly field: string
  readonly text: string
  /** The same, typed. */
  readonly value?: unknown
}

interface Part {
  readonly rows: readonly { readonly row: string; readonly fields: readonly Field[] }[]
}

/** Replaces a text that tells of someone else. */
export const blackedOut = '█████'

/** The fields and words that a reader blacks out before they hand over a copy of someone's data. */
export interface BlackOuts {
  readonly fields: readonly { readonly row: string; readonly field: string }[]
  /** Names, for example: blacked out in every text, whatever their case, but not within longer words. */
  readonly words: readonly string[]
}

/**
 * Blacks out fields and words.
 * @returns the parts with the changed texts, and in how many fields something was blacked out
 */
export function blackOut<P extends Part>(parts: readonly P[], { fields, words }: BlackOuts) {
  const whole = new Set(fields.map(({ row, field }) => placeOf(row, field)))
  const pattern = patternOf(words)
  const change = <F extends Field>(row: string, entry: F): F => {
    const text = whole.has(placeOf(row, entry.field)) ? blackedOut : replace(entry.text, pattern)
    if (text === entry.text) return entry
    return { ...entry, text, ...('value' in entry && { value: text }) }
  }
  const changed = parts.map(part => ({
    ...part,
    rows: part.rows.map(entry => ({ ...entry, fields: entry.fields.map(field => change(entry.row, field)) })),
  }))
  const texts = (all: readonly Part[]) => all.flatMap(({ rows }) => rows.flatMap(row => row.fields))
  const before = texts(parts)
  return { parts: changed, count: texts(changed).filter((field, index) => field !== before[index]).length }
}

/** Names one field of one row. */
export const placeOf = (row: string, field: string) => `${row} ${field}`

const replace = (text: string, pattern: RegExp | null) => (pattern ? text.replace(pattern, blackedOut) : text)

function patternOf(words: readonly string[]): RegExp | null {
  const wanted = words.map(word => word.trim()).filter(word => word !== '')
  if (wanted.length === 0) return null
  const root: Branch = { isEnd: false, next: new Map() }
  for (const word of wanted) add(root, word)
  return new RegExp(`(?<![\\p{L}\\p{N}])${sourceOf(root)}(?![\\p{L}\\p{N}])`, 'giu')
}

/** Words that begin alike, by what comes next: at each place of a text one way is tried, instead of a hundred words. */
interface Branch {
  isEnd: boolean
  readonly next: Map<string, Branch>
}

function add(root: Branch, word: string): void {
  let branch = root
  for (const letter of word.replaceAll(/\s+/g, ' ')) {
    const escaped = letter === ' ' ? '\\s+' : small(letter).replace(/[$()*+.?[\\\]^{|}]/, '\\$&')
    const next = branch.next.get(escaped) ?? { isEnd: false, next: new Map() }
    branch.next.set(escaped, next)
    branch = next
  }
  branch.isEnd = true
}

/** As the pattern compares it; İ, of which two letters would become, stays. */
const small = (letter: string) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter)

/** Longer words before shorter ones, so that "Ann Lee" goes as one. */
function sourceOf({ isEnd, next }: Branch): string {
  const ways = [...next].map(([letter, branch]) => letter + sourceOf(branch))
  if (ways.length === 0) return ''
  return isEnd ? `(?:${ways.join('|')})?` : `(?:${ways.join('|')})`
}
