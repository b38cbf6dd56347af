/** Milliseconds. A sign-in that is silent and the five attempts of the sidebar take less than half of it. */
const rest = 30_000

/**
 * A server that refuses even fresh tokens, or never has a sidebar, must not send the browser round in circles between the
 * login and a screen: true, and noted under `key`, when the last time was half a minute ago or longer.
 */
export function mayGoAgain(key: string, now = Date.now()): boolean {
  // Kept over the page loads that a sign-in takes.
  const last = Number(sessionStorage.getItem(key))
  if (now - last <= rest) return false
  sessionStorage.setItem(key, String(now))
  return true
}
