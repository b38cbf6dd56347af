import { articleKey } from '@honbu/contract/help.ts'
import { type Block, readMarkdown } from '@honbu/contract/simple-markdown.ts'
import { describe, expect, it, test } from 'vitest'
import { isAddressOf, routerPath, screens } from '../app/routes.ts'
import { type Article, readArticle } from './article.ts'
import { articleKeyOf, type Collection } from './collection.ts'
import { help } from './help.ts'
import { marketingHelp } from './marketing-help.ts'

const collections: readonly Collection[] = [marketingHelp, help]

const inlineOf = (block: Block) => (block.kind === 'list' ? block.items.flat() : block.inline)
const linksOf = ({ text }: Article) =>
  readMarkdown(text, { isOurs: true })
    .flatMap(inlineOf)
    .flatMap(({ href }) => href ?? [])

/** Whether a screen answers the address, the reader's club in the place of {club}. */
function hasScreen(path: string): boolean {
  const parts = path.replace('{club}', '2').split('/')
  return screens.some(screen => {
    const pattern = routerPath(screen.path).split('/')
    if (parts.length > pattern.length) return false
    const params: Record<string, string | undefined> = {}
    const fits = pattern.every((part, at) => {
      const name = /^(?:\{-)?\$(\w+)\}?$/.exec(part)?.[1]
      if (name === undefined) return part === parts[at]
      params[name] = parts[at]
      return parts[at] !== undefined || part.startsWith('{')
    })
    return fits && isAddressOf(screen, params)
  })
}

describe.each(collections.map(each => [each.name, each] as const))('%s', (_, collection) => {
  const { articles, categories } = collection

  it('has articles in each category', () => {
    for (const { id } of categories) expect(articles.some(({ category }) => category === id)).toBe(true)
  })

  it.each(articles.map(each => [each.slug, each] as const))(
    '%s stands in a category and leads to what is there',
    (slug, article) => {
      expect(articleKey.safeParse(articleKeyOf(collection, article)).success).toBe(true)
      expect(categories.map(({ id }) => id)).toContain(article.category)
      expect(article.related.length).toBeGreaterThan(0)
      expect(article.related).not.toContain(slug)
      for (const other of article.related) expect(articles.map(each => each.slug)).toContain(other)
      for (const link of linksOf(article).filter(each => each.startsWith('/'))) {
        const [path = '', query] = link.split('?')
        expect(hasScreen(path), link).toBe(true)
        const name = new URLSearchParams(query).get('article')
        const target = collections.find(({ address }) => path.startsWith(`${address}/category/`))
        if (!target) continue
        const category = Number(path.split('/').at(-1))
        expect(target.categories.map(({ id }) => id)).toContain(category)
        if (name !== null) expect(target.articles.find(each => each.slug === name)?.category, link).toBe(category)
      }
    },
  )

  it('has no link that was not read as one', () => {
    for (const { text } of articles)
      for (const { text: words, isCode } of readMarkdown(text, { isOurs: true }).flatMap(inlineOf))
        if (!isCode) expect(words).not.toMatch(/\]\(|`|\*\*/)
  })
})

test('an address of nothing has no screen', () => {
  expect(hasScreen('/messaging/nothing')).toBe(false)
  expect(hasScreen('/messaging/templates/two')).toBe(false)
  expect(hasScreen('/messaging/templates')).toBe(true)
})

describe('readArticle', () => {
  const file =
    '---\r\ntitle: Two: words\r\nsummary: S\r\ncategory: 3\r\norder: 1\r\nchanged: 2026-05-12\r\n---\r\n\r\nText\r\n'

  it('reads what stands before the text, whatever the ends of the lines', () => {
    expect(readArticle('a', file)).toMatchObject({ title: 'Two: words', category: 3, related: [], text: 'Text' })
  })

  it.each([
    ['2026-05-12', '2026-02-30', /changed on no date/],
    ['title: Two: words', 'titel: x', /does not say its title/],
  ])('refuses %s as %s', (right, wrong, message) => {
    expect(() => readArticle('a', file.replace(right, wrong))).toThrow(message)
  })
})
