import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { debounce } from '../members/debounce.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { useAddress } from '../ui/address.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { articleAddress, type Collection, categoryAddress, supportAddress } from './collection.ts'
import css from './Help.module.css'
import { HelpFrame } from './HelpFrame.tsx'
import { SearchBox } from './SearchBox.tsx'
import { articleSearch, type Hit, markFound } from './search-articles.ts'

/** Milliseconds after the last key: then the address follows. */
const pause = 300

/** What was found, as it is typed; the query stands in the address. Arrows go from the box through what was found. */
export function HelpSearch({ collection }: { collection: Collection }) {
  const { title, address, categories, articles } = collection
  const { search, setSearch } = useAddress()
  const [query, setQuery] = useState(search.q ?? '')
  const find = useMemo(() => articleSearch(articles), [articles])
  const hits = useMemo(() => find(query), [find, query])
  const list = useRef<HTMLOListElement>(null)
  const isAsked = query.trim() !== ''
  const follow = useMemo(() => debounce<string>(q => setSearch({ q: q.trim() || undefined }), pause), [setSearch])
  useEffect(() => follow.cancel, [follow])

  function ask(next: string) {
    setQuery(next)
    follow.call(next)
  }

  const focusHit = (at: number) => list.current?.querySelectorAll('a')[at]?.focus()

  function walk(event: KeyboardEvent<HTMLElement>) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const links = [...(list.current?.querySelectorAll('a') ?? [])]
    // -1: the box, which stands above the first.
    const at = links.findIndex(link => link.matches(':focus'))
    const next = at + (event.key === 'ArrowDown' ? 1 : -1)
    if (next >= 0) focusHit(Math.min(next, links.length - 1))
    else document.querySelector<HTMLInputElement>('main input[type=search]')?.focus()
  }

  return (
    <HelpFrame>
      <PageHeader title="Search" crumbs={[{ text: title, to: address }]} />
      <SearchBox
        label={`Search ${title}`}
        value={query}
        onChange={ask}
        onSubmit={() => focusHit(0)}
        onKeyDown={event => event.key === 'ArrowDown' && walk(event)}
      />
      <p role="status" className={css.soft}>
        {isAsked && (hits.length === 1 ? '1 article found' : `${hits.length} articles found`)}
      </p>
      {hits.length > 0 && (
        <Panel>
          <ol className={css.articles} ref={list} onKeyDown={walk}>
            {hits.map(hit => (
              <Found key={hit.article.slug} {...{ collection, hit }} />
            ))}
          </ol>
        </Panel>
      )}
      {hits.length === 0 && (
        <EmptyState
          icon={<IconSearch size={24} />}
          title={isAsked ? `Nothing found for “${query.trim()}”` : 'Type what you would like to know'}
          actions={
            <>
              {categories.map(({ id, name }) => (
                <AppLink key={id} to={categoryAddress(collection, id)}>
                  {name}
                </AppLink>
              ))}
              {isAsked && <AppLink {...supportAddress}>Contact support</AppLink>}
            </>
          }
        >
          {isAsked ? 'Try fewer or other words, or look through the categories.' : 'Or look through the categories.'}
        </EmptyState>
      )}
    </HelpFrame>
  )
}

function Found({ collection, hit: { article, excerpt, found } }: { collection: Collection; hit: Hit }) {
  return (
    <li>
      <AppLink {...articleAddress(collection, article)} className={css.title}>
        <Marked {...{ text: article.title, found }} />
      </AppLink>
      <p className={css.soft}>
        <Marked {...{ text: excerpt, found }} />
      </p>
    </li>
  )
}

/** A text with what was found in it marked. */
const Marked = ({ text, found }: { text: string; found: Hit['found'] }) =>
  markFound(text, found).map((part, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no names, and never move
    part.isFound ? <mark key={place}>{part.text}</mark> : part.text,
  )
