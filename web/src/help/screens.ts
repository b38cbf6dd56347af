import type { ComponentType } from 'react'
import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

type MarketingHelp = typeof import('./MarketingHelp.tsx')
type Help = typeof import('./Help.tsx')

/** All articles of a collection come with its screens, so that going from one to the next loads nothing. The search is large. */
const fromMarketingHelp = (pick: (module: MarketingHelp) => ComponentType) => () =>
  loadChunk('marketing-help', () => import('./MarketingHelp.tsx'), pick)

const fromHelp = (pick: (module: Help) => ComponentType) => () => loadChunk('help', () => import('./Help.tsx'), pick)

export const helpScreens: readonly ScreenRoute[] = [
  {
    path: '/marketing-help',
    title: 'Marketing help',
    load: fromMarketingHelp(m => m.MarketingHelpHome),
  },
  {
    path: '/marketing-help/category/{id}',
    title: 'Marketing help: category',
    load: fromMarketingHelp(m => m.MarketingHelpCategory),
  },
  {
    path: '/marketing-help/search',
    title: 'Marketing help: search',
    load: () =>
      loadChunk(
        'marketing-help-search',
        () => import('./MarketingHelpSearch.tsx'),
        m => m.MarketingHelpSearch,
      ),
  },
  { path: '/help', title: 'Support', load: fromHelp(m => m.SupportHome) },
  { path: '/help/category/{id}', title: 'Support: category', load: fromHelp(m => m.SupportCategory) },
  {
    path: '/help/search',
    title: 'Support: search',
    load: () =>
      loadChunk(
        'help-search',
        () => import('./SupportSearch.tsx'),
        m => m.SupportSearch,
      ),
  },
]
