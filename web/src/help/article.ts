import { isDate } from '@honbu/contract/calendar.ts'

/** An article of the help, as its file says it. */
export interface Article {
  /** The name of its file. */
  readonly slug: string
  readonly title: string
  /** One sentence for lists. */
  readonly summary: string
  /** The id of its category. */
  readonly category: number
  /** Its place in the category. */
  readonly order: number
  /** The day when it was last changed. */
  readonly changed: string
  /** The slugs of articles to read next. */
  readonly related: readonly string[]
  /** What people may call it who search: words that do not stand in the text. */
  readonly words: string
  readonly text: string
}

/** Reads `---`, lines of `name: value`, `---`, Markdown. Throws where something is missing, which a test would show. */
export function readArticle(slug: string, file: string): Article {
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file.replaceAll('\r\n', '\n')) ?? []
  const values = new Map(
    head.split('\n').map(line => {
      const at = line.indexOf(':')
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const
    }),
  )
  const value = (name: string) => {
    const found = values.get(name)
    if (!found) throw new Error(`The article ${slug} does not say its ${name}.`)
    return found
  }
  const changed = value('changed')
  if (!isDate(changed)) throw new Error(`The article ${slug} was changed on no date: ${changed}.`)
  return {
    slug,
    title: value('title'),
    summary: value('summary'),
    category: Number(value('category')),
    order: Number(value('order')),
    changed,
    related: listOf(values.get('related') ?? ''),
    words: values.get('words') ?? '',
    text: text.trim(),
  }
}

/** The articles of a folder, `{ './articles/x/name.md': text }`, by category and place in it. */
export const readArticles = (files: Readonly<Record<string, string>>): readonly Article[] =>
  inOrder(Object.entries(files).map(([path, file]) => readArticle(path.replace(/^.*\/|\.md$/g, ''), file)))

export const inOrder = (articles: readonly Article[]): readonly Article[] =>
  articles.toSorted((one, other) => one.category - other.category || one.order - other.order)

const listOf = (text: string) =>
  text
    .split(',')
    .map(each => each.trim())
    .filter(Boolean)
