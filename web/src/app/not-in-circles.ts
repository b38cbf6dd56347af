/** Milliseconds. A silent sign-in takes less than half of it. */
const rest = 30_000

/**
 * Keeps a server that refuses even fresh tokens from sending the browser round between the login and a screen. Answers true,
 * and notes it under `key`, if the last time was half a minute ago or longer.
 */
export function mayGoAgain(key: string, now = Date.now()): boolean {
  // Kept over the page loads that a sign-in takes.
  const last = Number(sessionStorage.getItem(key))
  if (now - last <= rest) return false
  sessionStorage.setItem(key, String(now))
  return true
}

/** Answers true once, and then not until what it was done for has succeeded (`forget`). */
export function isFirst(key: string): boolean {
  if (sessionStorage.getItem(key) !== null) return false
  sessionStorage.setItem(key, '1')
  return true
}

export const forget = (key: string): void => sessionStorage.removeItem(key)

/** Noted while GetClubList hasn't been answered since it started a sign-in. */
export const clubListFailed = 'honbu.club-list-failed'
