/** A file of a build: its address below the application's own, and its hash as `sha256-…` in base64. */
export interface BuiltFile {
  readonly file: string
  readonly integrity: string
}

/**
 * Keeps a file in the cache of its build, from an earlier build where that has the same. Whatever else has come under its
 * address (the login page of a network, what a script has put there) is not kept: only the bytes that were built.
 * @throws where the server doesn't send them either
 */
export async function keepFile(cache: Cache, address: string, integrity: string): Promise<void> {
  const kept = await caches.match(address)
  if (kept && (await hashOf(kept.clone())) === integrity) return await cache.put(address, kept)
  const request = (from: RequestCache) => new Request(address, { integrity, cache: from, redirect: 'error' })
  // What the browser itself keeps may be what is wrong.
  await cache.add(request('default')).catch(() => cache.add(request('reload')))
}

async function hashOf(answer: Response): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await answer.arrayBuffer())
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
