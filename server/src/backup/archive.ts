import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { packTar, unpackTar } from 'modern-tar/fs'
import { decryptWith, encryptFor, NotDecrypted } from '../platform/age.ts'
import { CannotStart, reasonOf } from '../platform/cannot-start.ts'

/** The bytes and the SHA-256 of what has passed. */
export interface Passed {
  readonly bytes: number
  readonly sha256: string
}

/** Passes everything on, and knows afterwards what it was. */
export function counter(): { readonly stream: Transform; readonly passed: () => Passed } {
  const hash = createHash('sha256')
  let bytes = 0
  // Not by listening: a stream that someone listens to flows before it has a reader, who then misses its beginning.
  const stream = new Transform({
    transform(part: Buffer, _encoding, done) {
      hash.update(part)
      bytes += part.length
      done(null, part)
    },
  })
  return { stream, passed: () => ({ bytes, sha256: hash.digest('hex') }) }
}

/**
 * The folder of a backup as one file: a tar, encrypted where there are recipients.
 * @param through what it passes through last
 */
export function archiveOf(folder: string, recipients: readonly string[], through: Transform): Readable {
  const tar = packTar(folder, { concurrency: 1 })
  // A fault anywhere destroys the last stream, whose reader then hears of it.
  const failed = () => {}
  return recipients.length > 0 ? pipeline(tar, encryptFor(recipients), through, failed) : pipeline(tar, through, failed)
}

interface Unpacked {
  readonly content: Readable
  readonly isEncrypted: boolean
  /** The private keys, any of which may open it. */
  readonly identities: readonly string[]
  readonly folder: string
  readonly through?: Transform
}

/** Unpacks a backup into a new folder. @throws CannotStart where it isn't whole, or no key opens it */
export async function unpackBackup(unpacked: Unpacked): Promise<void> {
  const { content, isEncrypted, identities, folder, through = new PassThrough() } = unpacked
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files = unpackTar(folder, {
    // A backup has no links, and nothing is to be written through one.
    filter: ({ type = 'file' }) => type === 'file' || type === 'directory',
    ...{ strict: true, fmode: 0o600, dmode: 0o700, concurrency: 1 },
  })
  try {
    if (isEncrypted) await piped(content, through, decryptWith(identities), files)
    else await piped(content, through, files)
  } catch (error) {
    if (error instanceof NotDecrypted) throw new CannotStart(`The backup can’t be read: ${error.message}.`)
    throw new CannotStart(`The backup can’t be read: ${reasonOf(error)}.`, { cause: error })
  }
}
