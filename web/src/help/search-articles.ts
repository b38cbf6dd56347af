import { readMarkdown } from '@honbu/contract/simple-markdown.ts'
import MiniSearch from 'minisearch'
import type { Article } from './article.ts'
import { withoutPictures } from './pictures.ts'

export interface Hit {
  readonly article: Article
  /** The part of the text that says most about what was looked for. */
  readonly excerpt: string
  /** The words of the article that were found, folded. */
  readonly found: ReadonlySet<string>
}

/** Finds articles by words that may be misspelt or only begun. All of them count; where that finds nothing, any. */
export function articleSearch(articles: readonly Article[]): (query: string) => readonly Hit[] {
  const index = new MiniSearch<Article>({
    idField: 'slug',
    fields: ['title', 'summary', 'words', 'text'],
    processTerm: wanted,
    searchOptions: {
      boost: { title: 4, words: 3, summary: 2 },
      prefix: term => term.length > 2,
      fuzzy: term => (term.length > 3 ? 0.25 : false),
    },
  })
  index.addAll(articles.map(article => ({ ...article, text: plainText(article.text).join('\n') })))
  return query => {
    const all = index.search(query, { combineWith: 'AND' })
    const results = all.length > 0 ? all : index.search(query)
    return results.flatMap(({ id, terms }) => {
      const article = articles.find(({ slug }) => slug === id)
      const found = new Set(terms)
      return article ? [{ article, excerpt: excerptOf(article, found), found }] : []
    })
  }
}

/** Cuts a text where words were found: `[{ text, isFound }, …]`. */
export function markFound(text: string, found: ReadonlySet<string>) {
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .filter(Boolean)
    .map(part => ({ text: part, isFound: found.has(fold(part)) }))
    .reduce<{ text: string; isFound: boolean }[]>((parts, part) => {
      const last = parts.at(-1)
      if (last?.isFound === part.isFound) last.text += part.text
      else parts.push({ ...part })
      return parts
    }, [])
}

/** Of an excerpt: characters, and the words that lead up to what was found. */
const longest = 220
const wordsBefore = 12

function excerptOf({ summary, text }: Article, found: ReadonlySet<string>): string {
  const countIn = (part: string) =>
    new Set(
      part
        .split(/[^\p{L}\p{N}]+/u)
        .map(fold)
        .filter(word => found.has(word)),
    ).size
  const parts = [summary, ...plainText(text).filter(part => part.length > 40)]
  // Of equals the first: what comes first says what it is about.
  const best = parts.reduce((one, other) => (countIn(other) > countIn(one) ? other : one))
  if (best.length <= longest) return best
  const words = best.split(/(?<=\s)/)
  const from = Math.max(0, words.findIndex(word => countIn(word) > 0) - wordsBefore)
  const rest = words.slice(from).join('')
  const cut = rest.length <= longest ? rest : `${rest.slice(0, longest).replace(/\s+\S*$/, '')} …`
  return from > 0 ? `… ${cut}` : cut
}

/** The paragraphs, headings and points of a text, without marks. */
const plainText = (text: string): string[] =>
  readMarkdown(withoutPictures(text), { isOurs: true }).flatMap(block =>
    (block.kind === 'list' ? block.items : [block.inline]).map(inline =>
      inline
        .map(({ text }) => text)
        .join('')
        .replaceAll('\n', ' '),
    ),
  )

const fold = (word: string) => word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Without the words that every question has, and what follows an apostrophe in “can’t” and “it’s”. */
const wanted = (word: string) => (idle.has(fold(word)) ? null : fold(word))

const idle = new Set(
  'a an and are as at be but by can do does for from get has have how i if in is it me my of on or our should so that the them they this to us was we what when where which who why will with you your t s d m ll re ve'.split(
    ' ',
  ),
)
