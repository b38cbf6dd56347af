import { deviceDatabase, type Sealed } from './database.ts'

const algorithm = 'AES-GCM'
/** As NIST SP 800-38D recommends, in bytes. */
const ivLength = 12

let inMemory: { readonly account: string; readonly key: CryptoKey } | undefined

/**
 * Encrypts a value for the device with the key of the account's session, which is made when it's first needed.
 * @throws in a browser that keeps nothing, or without a secure context
 */
export async function seal(account: string, value: unknown): Promise<Sealed> {
  const key = (await keyOf(account)) ?? (await makeKey(account))
  const iv = crypto.getRandomValues(new Uint8Array(ivLength))
  const text = new TextEncoder().encode(JSON.stringify(value))
  return { iv, data: await crypto.subtle.encrypt({ name: algorithm, iv }, key, text) }
}

/** Decrypts a value. Undefined if the session it was kept in has ended: its key is gone. */
export async function unseal(account: string, { iv, data }: Sealed): Promise<unknown> {
  const key = await keyOf(account)
  if (!key) return undefined
  try {
    const text = await crypto.subtle.decrypt({ name: algorithm, iv }, key, data)
    return JSON.parse(new TextDecoder().decode(text))
  } catch {
    return undefined
  }
}

/** Drops the key that this page holds. Those in the database go with the answers. */
export function forgetKey(): void {
  inMemory = undefined
}

async function keyOf(account: string): Promise<CryptoKey | undefined> {
  if (inMemory?.account === account) return inMemory.key
  const kept = await (await deviceDatabase()).get('keys', account)
  if (kept) inMemory = { account, key: kept }
  return kept
}

/** Of two tabs that make one at a time, both use the one that is kept first. */
async function makeKey(account: string): Promise<CryptoKey> {
  const made = await crypto.subtle.generateKey({ name: algorithm, length: 256 }, false, ['encrypt', 'decrypt'])
  const change = (await deviceDatabase()).transaction('keys', 'readwrite')
  const key = (await change.store.get(account)) ?? made
  if (key === made) await change.store.put(made, account)
  await change.done
  inMemory = { account, key }
  return key
}
