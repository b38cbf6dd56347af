import { mediumDate } from '@honbu/contract/format.ts'
import { useScreenName } from '../app/screen-name.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import type { Article } from './article.ts'
import { articleAddress, articleKeyOf, type Collection, categoryAddress } from './collection.ts'
import css from './Help.module.css'
import { HelpText } from './HelpText.tsx'
import { HelpVote } from './HelpVote.tsx'

interface Props {
  collection: Collection
  category: Collection['categories'][number]
  article: Article
}

/** One article: its text, whether it helped, and what to read next. */
export function HelpArticle({ collection, category, article }: Props) {
  const { title, changed, text, related } = article
  useScreenName(title)
  const next = related.flatMap(slug => collection.articles.find(each => each.slug === slug) ?? [])
  const crumbs = [
    { text: collection.title, to: collection.address },
    { text: category.name, to: categoryAddress(collection, category.id) },
  ]
  return (
    <>
      <PageHeader title={title} crumbs={crumbs}>
        Last changed on <time dateTime={changed}>{mediumDate(changed)}</time>
      </PageHeader>
      <div className={css.beside}>
        <Panel>
          <article>
            <HelpText text={text} />
          </article>
          <HelpVote key={article.slug} article={articleKeyOf(collection, article)} />
        </Panel>
        {next.length > 0 && (
          <Panel title="Related articles">
            <ul className={css.titles}>
              {next.map(each => (
                <li key={each.slug}>
                  <AppLink {...articleAddress(collection, each)}>{each.title}</AppLink>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </>
  )
}
