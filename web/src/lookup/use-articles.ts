import { useEffect, useState } from 'react'
import { loadChunk } from '../app/chunk.ts'
import type { Place } from '../members/found-member.ts'
import { hasWords } from './find-places.ts'

/** So many help articles at most are shown below members and pages. */
const mostArticles = 3

type FindArticles = (text: string) => readonly Place[]

/** Finds articles of the help once they are loaded. Without them the lookup goes on finding all else. */
export function useArticles(): FindArticles {
  const [find, setFind] = useState<FindArticles>(() => () => [])
  useEffect(() => {
    let isGone = false
    loadArticles().then(
      loaded => isGone || setFind(() => loaded),
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [])
  return find
}

async function loadArticles(): Promise<FindArticles> {
  const [help, { articleSearch }, { articleAddress }] = await loadChunk(
    'help-articles',
    () =>
      Promise.all([import('../help/help.ts'), import('../help/search-articles.ts'), import('../help/collection.ts')]),
    ([{ help }, search, collection]) => [help, search, collection] as const,
  )
  const search = articleSearch(help.articles)
  return text =>
    search(text)
      // Not by a word that is misspelt: most texts here are names.
      .filter(({ article: { title, summary, words } }) => hasWords(`${title} ${summary} ${words}`, text))
      .slice(0, mostArticles)
      .map(({ article }) => ({
        title: article.title,
        detail: article.summary,
        kind: 'article' as const,
        ...articleAddress(help, article),
      }))
}
