import type { Article } from './article.ts'

interface Category {
  /** As in the address. */
  readonly id: number
  readonly name: string
  /** One line below it. */
  readonly text: string
}

/** Articles that belong together, at an address of their own, with what their screens say. */
export interface Collection {
  /** The first half of the articles' keys. */
  readonly name: string
  /** `{address}`, `{address}/category/{id}` and `{address}/search` are its screens. */
  readonly address: string
  readonly title: string
  readonly lead: string
  /** What one might look for. */
  readonly examples: readonly string[]
  readonly categories: readonly Category[]
  readonly articles: readonly Article[]
}

/** What an article is called when it is voted on. */
export const articleKeyOf = ({ name }: Collection, { slug }: Article) => `${name}/${slug}`

export const categoryAddress = ({ address }: Collection, category: number) => `${address}/category/${category}`

/** The specification has no route for an article: it is opened within its category. */
export const articleAddress = (collection: Collection, { slug, category }: Article) => ({
  to: categoryAddress(collection, category),
  search: { article: slug },
})

/** Where one writes to support. */
export const supportAddress = { to: '/help', search: { contact: 'yes' } }
