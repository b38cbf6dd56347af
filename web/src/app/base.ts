/**
 * Where the application is mounted, as an absolute address with a closing slash: the page says it in its `<base>`
 * element. Without one (the development server) it is the root of the origin.
 */
export const base: string = baseOf(globalThis.document?.querySelector('base')?.href)

/** An absolute address below the base path: `address('/api/club/GetClub/1')`. */
export const address = (path: string): string => base + path.replace(/^\//, '')

/** What the router is told: '/club', or '/' at the root. */
export const basePath: string = new URL(base).pathname.replace(/(.)\/$/, '$1')

function baseOf(href: string | undefined): string {
  // Tests of pure rules run without a page.
  const origin = globalThis.location?.origin ?? 'http://localhost'
  const { origin: from, pathname } = new URL(href ?? '/', origin)
  return from + pathname.replace(/\/?$/, '/')
}
