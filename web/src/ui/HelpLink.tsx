import { IconHelpCircle } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { AppLink } from './AppLink.tsx'
import { useAddress } from './address.ts'
import css from './HelpLink.module.css'

/** A question mark that leads to the article about the screen, and its tab; nothing where there is none. */
export function HelpLink() {
  const { params } = useAddress()
  const help = useMatches().findLast(({ staticData }) => staticData.help)?.staticData.help
  const found = help?.[params.tab ?? params.slug ?? ''] ?? help?.['']
  if (!found) return null
  return (
    <AppLink
      to={found.to}
      search={{ article: found.article }}
      className={css.help}
      aria-label="Help with this page"
      title="Help with this page"
    >
      <IconHelpCircle size={20} aria-hidden="true" />
    </AppLink>
  )
}
