import { IconHelpCircle } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AppLink } from './AppLink.tsx'
import { useAddress } from './address.ts'
import css from './HelpLink.module.css'
import type { ScreenHelp } from './screen-help.ts'

/** A question mark that leads to the article about the screen, and its tab; nothing where there is none. */
export function HelpLink() {
  const { params } = useAddress()
  const find = useMatches().findLast(({ staticData }) => staticData.help)?.staticData.help
  const [help, setHelp] = useState<{ of: unknown; articles: ScreenHelp | undefined }>()
  useEffect(() => {
    let isShown = true
    void find?.()
      .then(articles => isShown && setHelp({ of: find, articles }))
      // The help itself is where it leads then.
      .catch(() => {})
    return () => {
      isShown = false
    }
  }, [find])
  if (!find) return null
  const articles = help?.of === find ? help.articles : undefined
  const found = articles?.[params.tab ?? params.slug ?? ''] ?? articles?.['']
  return (
    <AppLink
      to={found?.to ?? '/help'}
      search={found ? { article: found.article } : {}}
      className={css.help}
      aria-label="Help with this page"
      title="Help with this page"
    >
      <IconHelpCircle size={20} aria-hidden="true" />
    </AppLink>
  )
}
