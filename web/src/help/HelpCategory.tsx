import { useEffect, useRef } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { articleAddress, type Collection, categoryAddress } from './collection.ts'
import css from './Help.module.css'
import { HelpArticle } from './HelpArticle.tsx'
import { HelpFrame } from './HelpFrame.tsx'

/** The articles of a category, or the one of them that the address names. */
export function HelpCategory({ collection }: { collection: Collection }) {
  const { params, search } = useAddress()
  const { title, address, categories, articles } = collection
  const category = categories.find(({ id }) => id === idOf(params.id))
  const inside = articles.filter(each => each.category === category?.id)
  const article = inside.find(({ slug }) => slug === search.article)
  useFocusOnChange(search.article)
  const home = { text: title, to: address }

  if (!category || (search.article !== undefined && !article))
    return (
      <HelpFrame>
        <PageHeader title={category ? 'No such article' : 'No such category'} crumbs={[home]} />
        <EmptyState
          title="There is nothing at this address."
          actions={
            <AppLink to={category ? categoryAddress(collection, category.id) : address}>See all articles</AppLink>
          }
        >
          The link may be old or mistyped.
        </EmptyState>
      </HelpFrame>
    )
  if (article)
    return (
      <HelpFrame>
        <HelpArticle {...{ collection, category, article }} />
      </HelpFrame>
    )
  return (
    <HelpFrame>
      <PageHeader title={category.name} crumbs={[home]}>
        {category.text}
      </PageHeader>
      <Panel>
        <ul className={css.articles}>
          {inside.map(each => (
            <li key={each.slug}>
              <AppLink {...articleAddress(collection, each)} className={css.title}>
                {each.title}
              </AppLink>
              <p className={css.soft}>{each.summary}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </HelpFrame>
  )
}

/** The shell takes the focus to the heading when the path changes; from article to article only the query does. */
function useFocusOnChange(article: string | undefined) {
  const shown = useRef(article)
  useEffect(() => {
    if (shown.current === article) return
    shown.current = article
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [article])
}
