import { useEffect, useRef } from 'react'
import { AppLink } from './AppLink.tsx'
import type { SearchValues } from './address.ts'
import css from './Tabs.module.css'

export interface TabLink {
  readonly id: string
  readonly text: string
  readonly to: string
  /** What of the screen's state goes along. */
  readonly search?: SearchValues
}

interface Props {
  label: string
  tabs: readonly TabLink[]
  current: string
}

/** Tabs that are places with an address of their own, so they are links. */
export function Tabs({ label, tabs, current }: Props) {
  const list = useRef<HTMLUListElement>(null)
  // On a narrow screen the current tab may lie outside of what is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the tab changes, which it finds in the document
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && item) list.current.scrollLeft = item.offsetLeft - list.current.offsetLeft - 24
  }, [current])
  return (
    <nav className={css.tabs} aria-label={label}>
      <ul ref={list}>
        {tabs.map(tab => (
          <li key={tab.id}>
            <AppLink
              to={tab.to}
              {...(tab.search && { search: tab.search })}
              className={css.tab}
              aria-current={tab.id === current ? 'page' : undefined}
            >
              {tab.text}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
