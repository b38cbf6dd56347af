import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { FirstSteps } from '../../first-hour/FirstSteps.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { noteScreen } from '../came-from.ts'
import { Loading } from '../Loading.tsx'
import { useSession } from '../sign-in/session.ts'
import { hidesSidebar } from './hides-sidebar.ts'
import css from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { useScreenChange } from './use-screen-change.ts'
import { useSupportChat } from './use-support-chat.ts'

/** The frame around every page: the sidebar for a signed-in user, and the screen. */
export function Shell() {
  const { pathname } = useLocation()
  const session = useSession()
  const main = useRef<HTMLElement>(null)
  useScreenChange(main)
  useSupportChat()
  useEffect(() => noteScreen(pathname), [pathname])
  const withSidebar = session.status === 'signedIn' && !hidesSidebar(pathname)
  return (
    <div className={withSidebar ? css.withSidebar : css.alone}>
      {/* A button: below a base path the address of a link to #main would be that of another page. */}
      <button type="button" className={css.skip} onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      {withSidebar && <Sidebar user={session.user} />}
      <main className={css.main} id="main" ref={main} tabIndex={-1}>
        {withSidebar && (
          <Suspense>
            <FirstSteps path={pathname} />
          </Suspense>
        )}
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <Toasts />
    </div>
  )
}
