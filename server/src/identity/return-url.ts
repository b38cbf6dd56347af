import type { Settings } from './settings.ts'

/**
 * The absolute address to go to after signing in: the given one when it is a page of this product, else the dashboard.
 * It is always absolute: a path such as `//evil.example`, taken from an address of ours, would be one of another host.
 */
export function safeReturnUrl(given: unknown, { baseUrl, basePath, dashboard }: Settings): string {
  if (typeof given !== 'string' || given === '' || !URL.canParse(given, baseUrl)) return dashboard
  const url = new URL(given, baseUrl)
  const ours = url.origin === new URL(baseUrl).origin && !url.username && !url.password
  const below = `${url.pathname}/`.startsWith(`${basePath}/`)
  const onlyTheOrigin = url.pathname.replace(/\/$/, '') === basePath && !url.search && !url.hash
  return ours && below && !onlyTheOrigin ? url.href : dashboard
}

/** A link to a page that carries the return url on, when one was given. */
export function withReturnUrl(page: string, given: unknown, settings: Settings): string {
  if (typeof given !== 'string' || given === '') return page
  return `${page}?${new URLSearchParams({ returnUrl: safeReturnUrl(given, settings) })}`
}
