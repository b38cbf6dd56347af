import { wholeNumber } from '@honbu/contract/format.ts'
import { type Context, type Emitter, ForTag, Liquid, type Template, type TopLevelToken } from 'liquidjs'

/** Text with merge fields, read once and written as often as is wanted. */
export type Parsed = Template[]

/**
 * The language of templates: LiquidJS without everything that reads files, calls other templates or lists things, and
 * with a budget for each writing. A step of a loop costs 1,000, a character that is written or passed through a filter 1.
 * Counted rather than timed, so that the same template ends alike on a busy machine; the time is the last resort.
 */
const budget = 1_000_000
const stepCosts = 1000
const mostMilliseconds = 5000
const mostNested = 20
/** Of one text: reading it takes time that grows with the product of these and the length of the text. */
const mostTokens = 500
const mostInTokens = 10_000

const tags = new Set(['if', 'unless', 'case', 'for', 'break', 'continue', 'assign', 'capture'])
const filters = new Set([
  ...['default', 'upcase', 'downcase', 'capitalize', 'append', 'prepend', 'replace', 'replace_first', 'remove'],
  ...['remove_first', 'truncate', 'truncatewords', 'strip', 'lstrip', 'rstrip', 'strip_newlines', 'slice', 'size'],
  ...['plus', 'minus', 'times', 'divided_by', 'modulo', 'round', 'ceil', 'floor', 'abs', 'at_least', 'at_most'],
  'url_encode',
])

function openEngine(write: (text: string) => string): Liquid {
  const engine = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    memoryLimit: budget,
    renderLimit: mostMilliseconds,
    parseLimit: budget,
    outputEscape: counted(write),
    fs: noFiles,
    relativeReference: false,
  })
  for (const name of Object.keys(engine.tags)) if (!tags.has(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!filters.has(name)) delete engine.filters[name]
  engine.registerTag('for', CountedFor)
  engine.registerFilter('web_address', (value: unknown) => safeAddress(String(value ?? '')))
  return engine
}

/** Runs last for every value that is written. The library calls it with the context, which its type leaves out. */
const counted = (write: (text: string) => string) =>
  function (this: unknown, value: unknown): string {
    const text = write(value === null || value === undefined ? '' : String(value))
    const { context } = this as { context: Context }
    context.memoryLimit.use(text.length)
    return text
  }

/** A loop whose every step is paid for, so that loops in loops end as well. */
class CountedFor extends ForTag {
  constructor(...given: ConstructorParameters<typeof ForTag>) {
    super(...given)
    this.templates.unshift({ token: this.token, render: payForStep })
  }
}

function payForStep(context: Context, emitter: Emitter): void {
  context.memoryLimit.use(stepCosts)
  if (emitter.buffer.length > budget) throw new Error('output limit exceeded')
}

const none = () => {
  throw new Error('There are no files here.')
}
const noFiles = {
  exists: async () => false,
  existsSync: () => false,
  readFile: async () => none(),
  readFileSync: none,
  resolve: none,
  contains: async () => false,
  containsSync: () => false,
}

/** Where a link of a merge field may lead: to the web, to mail, to a phone. Anything else leads nowhere. */
export const safeAddress = (address: string): string =>
  /^(https?:\/\/|mailto:|tel:)[^\s"'<>]+$/i.test(address.trim()) ? address.trim() : ''

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, character => escapes[character] ?? '')

/** Neither says another address or header to a mail program, nor turns the writing round. */
export const plainLine = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()

/** Values become HTML text, whatever is in them. */
export const htmlEngine = openEngine(escapeHtml)
/** Values stay what they are, for subjects and text parts. */
export const textEngine = openEngine(text => text)

/** `{{ … }}` or `{% … %}`, and where in the text it begins. */
export interface LiquidToken {
  readonly index: number
  readonly token: string
}

/** All that is in braces, in time that grows with the text: a regular expression looks for the end of each anew. */
export function tokensIn(text: string): LiquidToken[] {
  const tokens: LiquidToken[] = []
  const ends = new Map([
    ['{{', '}}'],
    ['{%', '%}'],
  ])
  for (let index = text.indexOf('{'); index >= 0; ) {
    const begin = text.slice(index, index + 2)
    const end = ends.get(begin)
    const at = end ? text.indexOf(end, index + 2) : -1
    // None of the later ones is closed either.
    if (at < 0) ends.delete(begin)
    else tokens.push({ index, token: text.slice(index, at + 2) })
    index = text.indexOf('{', at < 0 ? index + 1 : at + 2)
  }
  return tokens
}

/** The text without what is in braces, or without what of it is chosen. */
export function withoutTokens(text: string, isChosen: (token: string) => boolean = () => true): string {
  let left = ''
  let from = 0
  for (const { index, token } of tokensIn(text)) {
    if (!isChosen(token)) continue
    left += text.slice(from, index)
    from = index + token.length
  }
  return left + text.slice(from)
}

/**
 * Reads text with merge fields.
 * @throws LanguageError in words for a person
 */
export function parse(engine: Liquid, source: string): Parsed {
  demandFew(source)
  demandShallow(source)
  try {
    return engine.parse(source)
  } catch (error) {
    throw new LanguageError(wordsOf(error))
  }
}

/** @throws LanguageError where the budget does not last */
export function write(engine: Liquid, parsed: Parsed, scope: object): string {
  try {
    // The type is that of any engine; with `renderSync` it is text.
    return String(engine.renderSync(parsed, scope))
  } catch (error) {
    throw new LanguageError(wordsOf(error))
  }
}

/** A mistake in what was written; its message says which, in words for a person. */
export class LanguageError extends Error {}

function demandFew(source: string): void {
  const tokens = tokensIn(source)
  if (tokens.length > mostTokens)
    throw new LanguageError(
      `There are ${wholeNumber(tokens.length)} fields and conditions in braces. Use ${mostTokens} or fewer.`,
    )
  const length = tokens.reduce((sum, { token }) => sum + token.length, 0)
  if (length > mostInTokens)
    throw new LanguageError(
      `What is in braces has ${wholeNumber(length)} characters. Use ${wholeNumber(mostInTokens)} or fewer.`,
    )
}

function demandShallow(source: string): void {
  let depth = 0
  for (const [, end, name = ''] of source.matchAll(/\{%-?\s*(end)?(\w+)/g)) {
    if (end) depth -= 1
    else if (['if', 'unless', 'case', 'for', 'capture'].includes(name)) depth += 1
    if (depth > mostNested)
      throw new LanguageError(`Conditions and loops stand in each other more than ${mostNested} deep.`)
  }
}

function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message.replace(/, (file|line):[\s\S]*$/, '') : ''
  if (/limit exceeded|call stack/i.test(message))
    return 'This goes round too often or becomes too long: it was cut off.'
  const [, tag] = /^tag "(.+?)" not found/.exec(message) ?? []
  if (tag) return `{% ${tag} %} is not known here.`
  const [, filter] = /^undefined filter: (.+)$/.exec(message) ?? []
  if (filter) return `The filter “${filter}” is not known here.`
  const text = tokenOf(error)
  return `There is a mistake ${text ? `in ${text}` : 'in what stands in braces'}: ${message || 'it cannot be read'}.`
}

function tokenOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('token' in error)) return ''
  // Every error of the library that has a token has one of these.
  return (error.token as TopLevelToken).getText().slice(0, 100)
}
