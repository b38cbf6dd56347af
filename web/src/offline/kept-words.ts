import { sessionNow } from '../app/sign-in/session.ts'
import { deviceDatabase } from './database.ts'
import { seal, unseal } from './device-key.ts'

/** One write after the other, so that an older one never overtakes a newer. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Keeps words on the device, encrypted, until the session ends. In a browser that keeps nothing, they last as long as the
 * page.
 * @param words null deletes them
 */
export function keepWords(name: string, words: object | null): void {
  const session = sessionNow()
  if (session.status !== 'signedIn') return
  const account = session.user.sub
  last = last.then(() => write(account, name, words)).catch(() => {})
}

/** The words kept under a name; null for none. */
export async function readWords(name: string): Promise<unknown> {
  const session = sessionNow()
  if (session.status !== 'signedIn') return null
  const account = session.user.sub
  try {
    const kept = await (await deviceDatabase()).get('words', `${account} ${name}`)
    return kept ? ((await unseal(account, kept.sealed)) ?? null) : null
  } catch {
    return null
  }
}

async function write(account: string, name: string, words: object | null): Promise<void> {
  const id = `${account} ${name}`
  if (words === null) return (await deviceDatabase()).delete('words', id)
  const sealed = await seal(account, words)
  await (await deviceDatabase()).put('words', { id, sealed })
}
