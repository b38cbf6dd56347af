import { IconMenu2, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { useEffect, useRef } from 'react'
import { connectionNow } from '../connection.ts'
import { forget, isFirst } from '../not-in-circles.ts'
import { queries } from '../queries.ts'
import type { SignedInUser } from '../sign-in/user.ts'
import { ClubLogo } from './ClubLogo.tsx'
import { ConnectionNote } from './ConnectionNote.tsx'
import { MemberLookup } from './MemberLookup.tsx'
import css from './Sidebar.module.css'
import { SidebarFoot } from './SidebarFoot.tsx'
import { SidebarMenu } from './SidebarMenu.tsx'
import { sidebarQuery } from './sidebar-query.ts'
import { UserCircle } from './UserCircle.tsx'
import { useOpenMenu } from './use-open-menu.ts'

/** How soon what others do shows in the menu: the badge of My Task List. */
const freshFor = 60_000

export function Sidebar({ user }: { user: SignedInUser }) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const burger = useRef<HTMLButtonElement>(null)
  const { isOpen, setOpen, onKeyDown } = useOpenMenu(burger)
  const config = useSidebarConfig()

  const Icon = isOpen ? IconX : IconMenu2
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed in the burger and the menu, which are interactive
    <div onKeyDown={onKeyDown}>
      <header className={css.bar}>
        <button
          ref={burger}
          type="button"
          className={css.burger}
          aria-expanded={isOpen}
          aria-controls="sidebar"
          aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon size={24} aria-hidden="true" />
        </button>
        <ClubLogo url={config.data?.clubLogo} />
        <ConnectionNote />
      </header>
      {isOpen && <div className={css.shade} aria-hidden="true" onClick={() => setOpen(false)} />}
      <nav id="sidebar" className={clsx(css.sidebar, isOpen && css.open)} aria-label="Main">
        <div className={css.head}>
          <ClubLogo url={config.data?.clubLogo} />
          <UserCircle user={user} />
        </div>
        <MemberLookup
          onOpen={(to, search) => {
            setOpen(false)
            // The router knows its paths by pattern; this one is filled in.
            void navigate({ to: to as '/', search: search as never })
          }}
        />
        {config.data && <SidebarMenu config={config.data} path={pathname} />}
        {config.isPending && <div className={css.spinner} role="status" aria-label="Loading the menu" />}
        <ConnectionNote />
        <SidebarFoot />
      </nav>
    </div>
  )
}

/** Noted while the sidebar hasn't loaded since it led to the login. */
const failed = 'honbu.sidebar-failed'

/**
 * The sidebar's data. After the last failed attempt the visitor goes to the login and comes back. After the next such round
 * the login says why, and waits. Without a network there's nothing to attempt.
 */
function useSidebarConfig() {
  const navigate = useNavigate()
  const config = useQuery({ ...sidebarQuery, refetchInterval: freshFor })
  const isLoaded = config.data !== undefined
  const hasFailed = config.isError && !isLoaded
  useEffect(() => {
    if (isLoaded) forget(failed)
    if (!hasFailed) return
    let isOver = false
    void keptMenu().then(isKept => {
      if (isOver || isKept || !navigator.onLine) return
      const search = { returnUrl: window.location.href }
      void navigate({
        to: '/authentication/$action',
        params: { action: 'login' },
        // The routes are a table, so the router's types know no search parameters.
        search: search as never,
        state: { hasNoMenu: !isFirst(failed) },
      })
    })
    return () => {
      isOver = true
    }
  }, [isLoaded, hasFailed, navigate])
  return config
}

/** Without a connection the menu is the one that was last seen here. */
async function keptMenu(): Promise<boolean> {
  if (!connectionNow().isOffline) return false
  try {
    const { restoreAnswer } = await import('../../offline/kept-answers.ts')
    return await restoreAnswer(queries, sidebarQuery.queryKey)
  } catch {
    return false
  }
}
