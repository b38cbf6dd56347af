import { IconMenu2, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import clsx from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { connectionNow } from '../connection.ts'
import { mayGoAgain } from '../not-in-circles.ts'
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
  const { config, isStuck } = useSidebarConfig()

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
          onPick={id => {
            setOpen(false)
            // The router knows its paths by pattern; this one is filled in.
            void navigate({ to: `/clubadmin/club/member/view/${id}` as '/' })
          }}
          onAdd={name => {
            setOpen(false)
            void navigate({ to: '/clubadmin/club/member/create', search: { name } as never })
          }}
        />
        {config.data && <SidebarMenu config={config.data} path={pathname} />}
        {isStuck && <Stuck retry={() => void config.refetch()} />}
        {!config.data && !isStuck && <div className={css.spinner} role="status" aria-label="Loading the menu" />}
        <ConnectionNote />
        <SidebarFoot />
      </nav>
    </div>
  )
}

/**
 * The sidebar's data. When the last attempt has failed the visitor goes to the login, and comes back to where he was;
 * `isStuck`: it has failed again right after that.
 */
function useSidebarConfig() {
  const navigate = useNavigate()
  const config = useQuery({ ...sidebarQuery, refetchInterval: freshFor })
  const hasFailed = config.isError && !config.data
  const [isStuck, setStuck] = useState(false)
  useEffect(() => {
    if (!hasFailed) return setStuck(false)
    let isOver = false
    void keptMenu().then(isKept => {
      if (isOver || isKept) return
      if (!navigator.onLine || !mayGoAgain('honbu.sidebar-failed')) return setStuck(true)
      const search = { returnUrl: window.location.href }
      void navigate({ to: '/authentication/$action', params: { action: 'login' }, search: search as never })
    })
    return () => {
      isOver = true
    }
  }, [hasFailed, navigate])
  return { config, isStuck }
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

function Stuck({ retry }: { retry: () => void }) {
  return (
    <div className={css.failed} role="alert">
      <p>The menu could not be loaded.</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  )
}
