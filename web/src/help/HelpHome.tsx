import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { articleAddress, type Collection, categoryAddress } from './collection.ts'
import css from './Help.module.css'
import { HelpFrame } from './HelpFrame.tsx'
import { SearchBox } from './SearchBox.tsx'

interface Props {
  collection: Collection
  /** Below the articles. */
  children?: ReactNode
}

/** The way in: search, and the articles by category. */
export function HelpHome({ collection, children }: Props) {
  const { title, lead, address, examples, categories, articles } = collection
  const [query, setQuery] = useState('')
  const navigate = useNavigate()
  // The addresses of a collection are not known to the router's types.
  const search = () => void navigate({ to: `${address}/search` as '/', search: { q: query } as never })
  return (
    <HelpFrame>
      <PageHeader title={title}>{lead}</PageHeader>
      <SearchBox label={`Search ${title}`} value={query} onChange={setQuery} onSubmit={search} />
      <p className={css.examples}>
        <span className={css.soft}>Often looked for:</span>
        {examples.map(example => (
          <AppLink key={example} to={`${address}/search`} search={{ q: example }}>
            {example}
          </AppLink>
        ))}
      </p>
      <div className={css.categories}>
        {categories.map(({ id, name, text }) => (
          <Panel key={id} title={<AppLink to={categoryAddress(collection, id)}>{name}</AppLink>}>
            <p className={css.soft}>{text}</p>
            <ul className={css.titles}>
              {articles
                .filter(({ category }) => category === id)
                .map(article => (
                  <li key={article.slug}>
                    <AppLink {...articleAddress(collection, article)}>{article.title}</AppLink>
                  </li>
                ))}
            </ul>
          </Panel>
        ))}
      </div>
      {children}
    </HelpFrame>
  )
}
