import { type KpiName, kpis, kpisOf } from '@honbu/contract/kpis.ts'
import { reportTabs, reportTitles } from '@honbu/contract/report-tabs.ts'
import type { Article } from './article.ts'

/** Each figure under the tab that is about its subject; the tab for the month has some of all. */
function figuresByTab() {
  const told = new Set<KpiName>()
  return [...reportTabs.filter(tab => tab !== 'management'), 'management' as const].flatMap(tab => {
    const names = kpisOf[tab].filter(name => !told.has(name))
    for (const name of names) told.add(name)
    return names.length > 0 ? [{ tab, names }] : []
  })
}

const definition = (name: KpiName) => `- **${kpis[name].title}**: ${kpis[name].words.replace(/\.$/, '')}.`

/** What every figure of the reports means, in the very words that stand behind its "i". */
export const figuresArticle: Article = {
  slug: 'what-each-figure-means',
  title: 'What each figure means',
  summary: 'The definition of every figure of the dashboard and the reports.',
  category: 9,
  order: 3,
  changed: '2026-11-22',
  related: ['reports-and-figures', 'dashboard-figures', 'what-the-statuses-mean'],
  words: 'kpi definition formula calculated reckoned meaning glossary mrr ltv arpm churn',
  text: [
    'Each figure of the [reports](/reporting/management) has an “i” beside it that says how it is reckoned. Here they are all together. A figure of several clubs is reckoned from what they have together; it is not the average of their figures.',
    ...figuresByTab().flatMap(({ tab, names }) => [
      `## [${reportTitles[tab]}](/reporting/${tab})`,
      names.map(definition).join('\n'),
    ]),
  ].join('\n\n'),
}
