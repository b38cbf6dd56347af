import { getSidebarConfig } from '@honbu/contract/my-clubs.ts'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { FirstSteps } from '../../first-hour/FirstSteps.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { useRead } from '../api.ts'
import { address } from '../base.ts'
import { noteScreen } from '../came-from.ts'
import { useClosedAt } from '../closed-club.ts'
import { Loading } from '../Loading.tsx'
import { useProofAsked } from '../proof.ts'
import { useSession } from '../sign-in/session.ts'
import { hidesSidebar } from './hides-sidebar.ts'
import css from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useScreenChange } from './use-screen-change.ts'
import { useSupportChat } from './use-support-chat.ts'

const ProofDialog = lazy(() => import('./ProofDialog.tsx').then(({ ProofDialog }) => ({ default: ProofDialog })))
const TwoFactorNeeded = lazy(() =>
  import('./TwoFactorNeeded.tsx').then(({ TwoFactorNeeded }) => ({ default: TwoFactorNeeded })),
)

/** The frame around every page: the sidebar for a signed-in user, and the screen. */
export function Shell() {
  const { pathname } = useLocation()
  const session = useSession()
  const main = useRef<HTMLElement>(null)
  useScreenChange(main)
  useSupportChat()
  useEffect(() => noteScreen(pathname), [pathname])
  const withSidebar = session.status === 'signedIn' && !hidesSidebar(pathname)
  const closed = useClosed(withSidebar, pathname)
  const isProofAsked = useProofAsked()
  return (
    <div className={withSidebar ? css.withSidebar : css.alone}>
      {/* A button: below a base path the address of a link to #main would be that of another page. */}
      <button type="button" className={css.skip} onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      {withSidebar && <Sidebar user={session.user} />}
      <main className={css.main} id="main" ref={main} tabIndex={-1}>
        {withSidebar && !closed && (
          <Suspense>
            <FirstSteps path={pathname} />
          </Suspense>
        )}
        <Suspense fallback={<Loading />}>{closed ? <TwoFactorNeeded clubs={closed} /> : <Outlet />}</Suspense>
      </main>
      <Toasts />
      {isProofAsked && (
        <Suspense>
          <ProofDialog />
        </Suspense>
      )}
    </div>
  )
}

/**
 * The names of the clubs that are closed to this admin, where the screen is one of theirs, or where there are no others;
 * null where the screen is to be shown.
 */
function useClosed(isSignedIn: boolean, pathname: string): readonly string[] | null {
  const { data } = useRead(getSidebarConfig, {}, { enabled: isSignedIn })
  const closedAt = useClosedAt()
  const closed = data?.closedClubs
  if (!isSignedIn || !closed || pathname.startsWith('/help')) return null
  if (data.clubs.length > 0 && closedAt !== new URL(address(pathname)).pathname) return null
  const here = /^\/clubadmin\/(\d+)\//.exec(pathname)?.[1]
  const own = closed.filter(({ id }) => String(id) === here)
  return (own.length > 0 ? own : closed).map(({ name }) => name)
}
