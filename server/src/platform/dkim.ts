import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CannotStart } from './cannot-start.ts'

/** What nodemailer signs with (RFC 6376). */
export interface DkimKey {
  readonly domainName: string
  readonly keySelector: string
  /** PEM */
  readonly privateKey: string
}

/**
 * The key that signs mail; undefined when none is set.
 * @param name where its public half is published: `selector._domainkey.club.example`
 * @param key PEM with line breaks, or with `\n` in their place, or the path of a file that holds it
 * @throws CannotStart when one of the two is missing, or the key is none
 */
export function dkimKey({ name, key }: { name: string | undefined; key: string | undefined }): DkimKey | undefined {
  if (!name && !key) return undefined
  if (!name || !key) throw new CannotStart('HONBU_DKIM_NAME and HONBU_DKIM_KEY must be set both, or neither.')
  const [keySelector = '', domainName = ''] = name.split('._domainkey.')
  try {
    const privateKey = key.startsWith('-----BEGIN') ? key.replaceAll('\\n', '\n') : readFileSync(key, 'utf8')
    if (createPrivateKey(privateKey).asymmetricKeyType === 'rsa') return { domainName, keySelector, privateKey }
  } catch {
    // Neither the path nor the key is repeated.
  }
  throw new CannotStart('HONBU_DKIM_KEY must be a private RSA key (PEM), or the path of a file that holds one.')
}
