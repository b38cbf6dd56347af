/** The value of a cookie in `document.cookie`; undefined when it is not there. */
export function cookieValue(cookies: string, name: string): string | undefined {
  for (const cookie of cookies.split('; ')) {
    const [key, ...value] = cookie.split('=')
    if (key === name) return value.join('=')
  }
  return undefined
}

/**
 * Has the provider's session ended, or become another one, since `known` was seen? A session that was never seen in this
 * browser (`known` is null) counts as the current one.
 */
export const isOtherSession = (known: string | null, current: string | undefined): boolean =>
  current === undefined || (known !== null && known !== current)

/** Looks every two seconds, and whenever the window is looked at, for as long as the page lives. */
export function watch(look: () => void): void {
  setInterval(look, pause)
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
}

const pause = 2000
