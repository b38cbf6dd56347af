import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CannotStart, codeOf, reasonOf } from './cannot-start.ts'
import { writableFolder } from './data-folder.ts'

/** Keeps what must not lie in the database in clear text: keys of providers, secrets of webhooks. */
export interface SecretBox {
  /** @param about what the secret belongs to, such as `gocardless:17`: it opens nowhere else */
  seal(secret: string, about: string): Buffer
  /** @throws WrongKey when it was sealed with another key, or for something else, or has been changed */
  open(sealed: Buffer, about: string): string
  /** Seals anew what opens only with an older key; null for what needs that not, or what no key opens. */
  reseal(sealed: Buffer, about: string): Buffer | null
  /** Signs a text (HMAC-SHA-256, with a key derived for this purpose alone): 32 bytes. */
  sign(text: string, purpose: string): Buffer
  /** The same, and after it what the older keys would make of it: for checking what was signed before. */
  signatures(text: string, purpose: string): Buffer[]
  /** Whether there are older keys beside the one that seals. */
  readonly hasOlder: boolean
}

/** `message` is fit to be shown. */
export class WrongKey extends Error {
  constructor() {
    super('What is stored here was encrypted with another key: HONBU_KEY has changed. Please enter it again.')
    this.name = 'WrongKey'
  }
}

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * AES-256-GCM, each secret with a nonce of its own: nonce, tag, text. `about` is authenticated with it, so that a sealed
 * secret that is copied into another row does not open.
 * @param key 32 bytes
 * @param older keys that were used before: what they have sealed still opens
 */
export function secretBox(key: Buffer, older: readonly Buffer[] = []): SecretBox {
  const seal = (secret: string, about: string) => {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(about))
    const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), text])
  }
  const openAny = (sealed: Buffer, about: string) => {
    for (const each of [key, ...older]) {
      const secret = openWith(each, sealed, about)
      if (secret !== null) return { secret, isOlder: each !== key }
    }
    return null
  }
  const sign = signer(key)
  const signers = [sign, ...older.map(signer)]
  return {
    seal,
    open(sealed, about) {
      const opened = openAny(sealed, about)
      if (!opened) throw new WrongKey()
      return opened.secret
    },
    reseal(sealed, about) {
      const opened = openAny(sealed, about)
      return opened?.isOlder ? seal(opened.secret, about) : null
    },
    hasOlder: older.length > 0,
    sign,
    signatures: (text, purpose) => signers.map(each => each(text, purpose)),
  }
}

/** Null where it was sealed with another key, for something else, or has been changed. */
function openWith(key: Buffer, sealed: Buffer, about: string): string | null {
  try {
    const nonce = sealed.subarray(0, nonceBytes)
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = sealed.subarray(nonceBytes + tagBytes)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function signer(key: Buffer) {
  const derived = new Map<string, Buffer>()
  return (text: string, purpose: string) => {
    // A page of members has fifty photos to sign.
    const known = derived.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', `honbu ${purpose}`, 32))
    derived.set(purpose, known)
    return createHmac('sha256', known).update(text).digest()
  }
}

interface KeySettings {
  /** HONBU_KEY: 32 bytes or more, in whatever letters. */
  readonly key: string | undefined
  /** HONBU_KEY_OLD: the one before. */
  readonly oldKey?: string | undefined
  readonly dataDir: string
}

/**
 * The box of this installation: with the key of the settings, or with one of its own in the data folder, made when it is
 * first needed. Several machines on one database need the key in the settings.
 */
export function openSecretBox({ key, oldKey, dataDir }: KeySettings): SecretBox {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const older = oldKey ? [digest(oldKey)] : []
  const file = path.join(key ? dataDir : writableFolder(dataDir), 'secret.key')
  try {
    const kept = readKey(file)
    // The installation's own key is the older one where the settings have been given one.
    if (key) return secretBox(digest(key), kept ? [...older, kept] : older)
    return secretBox(kept ?? makeKey(file), older)
  } catch (error) {
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`The key ${file} cannot be used: ${reasonOf(error)}.`, { cause: error })
  }
}

function readKey(file: string): Buffer | null {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  if (!/^[0-9a-f]{64}$/.test(text)) throw new CannotStart(`${file} must hold 64 hexadecimal digits and nothing else.`)
  return Buffer.from(text, 'hex')
}

/** Whole or not at all, and the first of two processes makes it: a key that is lost takes all secrets with it. */
function makeKey(file: string): Buffer {
  const key = randomBytes(32)
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${key.toString('hex')}\n`, { mode: 0o600, flush: true })
  chmodSync(own, 0o600)
  try {
    linkSync(own, file)
    return key
  } catch (error) {
    const made = codeOf(error) === 'EEXIST' ? readKey(file) : null
    if (made) return made
    throw error
  } finally {
    rmSync(own)
  }
}
