import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { ScreenHelp } from '../ui/screen-help.ts'
import { base, basePath } from './base.ts'
import { Loading } from './Loading.tsx'
import { lazyScreen } from './lazy-screen.tsx'
import { NotFound } from './NotFound.tsx'
import { isAddressOf, routerPath, screens } from './routes.ts'
import { ScreenError } from './ScreenError.tsx'
import { parseSearch, stringifySearch } from './search.ts'
import { Shell } from './shell/Shell.tsx'
import { shortcuts, shortcutTo } from './shortcuts.ts'
import { Authentication } from './sign-in/Authentication.tsx'
import { isAuthenticated } from './sign-in/session.ts'
import { notFoundTitle } from './title.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    /** Finds where the help about the screen is. */
    help?: (() => Promise<ScreenHelp | undefined>) | undefined
  }
  interface HistoryState {
    /** Marks a logout that was started within the application. */
    local?: boolean
    /** Marks a login that the sidebar led to a second time, because it still couldn't be loaded. */
    hasNoMenu?: boolean
  }
}

/** A table of all screens, which nobody needs before they look for help. The help has none itself. */
const helpOf = (path: string) =>
  /^\/(marketing-)?help(\/|$)/.test(path)
    ? undefined
    : () => import('../help/screen-articles.ts').then(({ helpOfScreen }) => helpOfScreen(path))

/** The routes of the application, made from the table in routes.ts. `history` is given by tests. */
export function buildRouter(history?: RouterHistory) {
  const root = createRootRoute({ component: Shell })
  const authentication = createRoute({
    getParentRoute: () => root,
    path: '/authentication/$action',
    staticData: { title: 'Sign in' },
    component: Authentication,
  })
  const signedIn = createRoute({
    getParentRoute: () => root,
    id: 'signed-in',
    beforeLoad: async ({ location }) => {
      if (await isAuthenticated()) return
      // The full address: signing in comes back to it.
      const returnUrl = new URL(location.publicHref, base).href
      throw redirect({
        to: '/authentication/$action',
        params: { action: 'login' },
        search: { returnUrl },
        replace: true,
      })
    },
  })
  const application = screens.map(({ path, title, load, readAhead, ...screen }) =>
    createRoute({
      getParentRoute: () => signedIn,
      path: routerPath(path),
      staticData: { title, help: helpOf(path) },
      loader: ({ params, location, cause }) => {
        if (!isAddressOf(screen, params)) throw notFound()
        // Not where a link is only pointed at, nor when the screen changes its own address.
        if (cause === 'enter') readAhead?.(location.search)
      },
      component: lazyScreen(load),
    }),
  )
  const shorter = shortcuts.map(([from, to]) =>
    createRoute({
      getParentRoute: () => signedIn,
      path: routerPath(from),
      staticData: { title: 'Loading...' },
      beforeLoad: async ({ params }) => {
        if (!isAddressOf({}, params)) throw notFound()
        throw redirect({ to: (await shortcutTo(to, params)) as '/', replace: true })
      },
      component: Loading,
    }),
  )
  const nowhere = createRoute({
    getParentRoute: () => signedIn,
    path: '$',
    staticData: { title: notFoundTitle },
    component: NotFound,
  })
  return createRouter({
    routeTree: root.addChildren([authentication, signedIn.addChildren([...application, ...shorter, nowhere])]),
    basepath: basePath,
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFound,
  })
}
