import { articleKey } from '@honbu/contract/help.ts'
import { type Block, readMarkdown } from '@honbu/contract/simple-markdown.ts'
import { describe, expect, it, test } from 'vitest'
import { isAddressOf, routerPath, screens } from '../app/routes.ts'
import { type Article, readArticle } from './article.ts'
import { articleKeyOf, type Collection } from './collection.ts'
import { help } from './help.ts'
import { marketingHelp } from './marketing-help.ts'
import { partsOf, pictureOf, withoutPictures } from './pictures.ts'

const collections: readonly Collection[] = [marketingHelp, help]

const inlineOf = (block: Block) => (block.kind === 'list' ? block.items.flat() : block.inline)
const linksOf = ({ text }: Article) =>
  readMarkdown(withoutPictures(text), { isOurs: true })
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
      for (const { text: words, isCode } of readMarkdown(withoutPictures(text), { isOurs: true }).flatMap(inlineOf))
        if (!isCode) expect(words).not.toMatch(/\]\(|`|\*\*/)
  })
})

describe('pictures', () => {
  const [script = ''] = Object.values(
    import.meta.glob<string>('../../../e2e/help-screenshots.ts', { query: '?raw', import: 'default', eager: true }),
  )
  const shown = collections.flatMap(({ articles }) =>
    articles.flatMap(({ slug, text }) => partsOf(text).flatMap(part => ('picture' in part ? { slug, ...part } : []))),
  )

  it('are in many articles', () => {
    expect(new Set(shown.map(({ slug }) => slug)).size).toBeGreaterThanOrEqual(15)
  })

  it.each(shown.map(each => [each.picture, each] as const))(
    '%s is there, is said in words, and can be made anew',
    (picture, { alt }) => {
      expect(pictureOf(picture)).toMatchObject({ src: expect.stringContaining(picture), width: expect.any(Number) })
      expect(alt.length).toBeGreaterThan(20)
      expect(script).toMatch(new RegExp(`^  '?${picture}'?: `, 'm'))
    },
  )

  it('are all shown', () => {
    const kept = Object.keys(import.meta.glob('./pictures/*.webp')).map(path => path.replace(/^.*\/|\.webp$/g, ''))
    expect(kept.toSorted()).toEqual([...new Set(shown.map(({ picture }) => picture))].toSorted())
  })
})

test('a text is cut at its pictures', () => {
  expect(partsOf('One.\n\n![What is seen](a-name)\n\nTwo ![no](b) more.')).toEqual([
    { text: 'One.\n\n' },
    { picture: 'a-name', alt: 'What is seen' },
    { text: '\n\nTwo ![no](b) more.' },
  ])
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
