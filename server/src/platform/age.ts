import { ReadableStream } from 'node:stream/web'
import { setImmediate } from 'node:timers/promises'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

/** Files of age (age-encryption.org), as stages of `pipeline`. The format is the library's, by the author of age. */
export type Stage = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>

/** Why a file could not be decrypted, in a few words. */
export class NotDecrypted extends Error {
  override name = 'NotDecrypted'
}

/** A new private key: `AGE-SECRET-KEY-1…`. */
export const newIdentity = generateX25519Identity

/** The public key of a private one: `age1…`. */
export const recipientOf: (identity: string) => Promise<string> = identityToRecipient

/** All keys are of X25519: one more of that kind in a file takes away what a post-quantum one (`age1pq1…`) is for. */
const recipientLength = 62

export const isRecipient = (text: string): boolean =>
  text.length === recipientLength && isTaken(() => new Encrypter().addRecipient(text))

/** The private keys in a file as `age-keygen` writes it. Comments begin with `#`. */
export function identitiesIn(text: string): string[] {
  const lines = text.split('\n').map(line => line.trim())
  return lines.filter(line => line.startsWith('AGE-SECRET-KEY-1') && isTaken(() => new Decrypter().addIdentity(line)))
}

/** The library refuses a key that is wrong. */
function isTaken(add: () => void): boolean {
  try {
    add()
    return true
  } catch {
    return false
  }
}

/** Encrypts what passes, so that the private key of each recipient opens it. */
export function encryptFor(recipients: readonly string[]): Stage {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return async function* (source) {
    yield* await encrypter.encrypt(inTurns(source))
  }
}

/**
 * Decrypts what passes. A chunk is passed on only when it is known to be what was written.
 * Fails with `NotDecrypted` where no key opens the file, or it is damaged or cut off.
 */
export function decryptWith(identities: readonly string[]): Stage {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return async function* (source) {
    let problem = 'it isn’t a file of age, or it was cut off or changed'
    try {
      const plain = await decrypter.decrypt(inTurns(source))
      problem = 'it was cut off or changed'
      yield* plain
    } catch (error) {
      const isForOthers = error instanceof Error && error.message.startsWith('no identity matched')
      throw new NotDecrypted(isForOthers ? 'it’s encrypted for another key' : problem, { cause: error })
    }
  }
}

const pieceLength = 64 * 1024

/** In small pieces, with a turn for everything else after each: the library computes without a pause. */
function inTurns(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return ReadableStream.from(
    (async function* () {
      for await (const part of source)
        for (let at = 0; at < part.length; at += pieceLength) {
          yield part.subarray(at, at + pieceLength)
          await setImmediate()
        }
    })(),
  )
}
