import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/**
 * Files in the format of age (age-encryption.org/v1), for keys of X25519, so that the tool `age` reads what this writes
 * and the other way round: https://c2sp.org/age. By node:crypto, because the library in JavaScript holds up the process
 * (docs/decisions/0109-automatic-backups.md).
 */

const version = 'age-encryption.org/v1'
const recipientPrefix = 'age'
const identityPrefix = 'age-secret-key-'
const chunkLength = 64 * 1024
const tagLength = 16
const nonceLength = 16
/** Far more than a header with a hundred recipients has. */
const longestHeader = 64 * 1024

/** Why a file could not be decrypted, in a few words. */
export class NotDecrypted extends Error {
  override name = 'NotDecrypted'
}

/** A new private key: `AGE-SECRET-KEY-1…`. */
export const newIdentity = (): string => bech32(identityPrefix, randomBytes(32)).toUpperCase()

/** The public key of a private one: `age1…`. */
export const recipientOf = (identity: string): string => bech32(recipientPrefix, publicBytes(privateKey(identity)))

export function isRecipient(text: string): boolean {
  return fromBech32(recipientPrefix, text)?.length === 32
}

/** The private keys in a file as `age-keygen` writes it. Comments begin with `#`. */
export function identitiesIn(text: string): string[] {
  const lines = text.split('\n').map(line => line.trim())
  return lines.filter(line => fromBech32(identityPrefix, line.toLowerCase())?.length === 32)
}

/** Encrypts what passes, so that the private key of each recipient opens it. */
export function encryptFor(recipients: readonly string[]): Transform {
  const fileKey = randomBytes(16)
  const stanzas = recipients.map(recipient => wrapped(fileKey, recipient)).join('')
  const unsigned = `${version}\n${stanzas}---`
  const nonce = randomBytes(nonceLength)
  const seal = sealer(derived(fileKey, nonce, 'payload'))
  let begun = false
  return inChunks(chunkLength, (chunk, isLast) => {
    const sealed = seal(chunk, isLast)
    if (begun) return sealed
    begun = true
    return Buffer.concat([Buffer.from(`${unsigned} ${base64(mac(fileKey, unsigned))}\n`), nonce, sealed])
  })
}

/**
 * Decrypts what passes. A chunk is passed on only when it is known to be what was written.
 * The stream fails with `NotDecrypted` where no key opens the file, or it is damaged or cut off.
 */
export function decryptWith(identities: readonly string[]): Transform {
  let head: Buffer = Buffer.alloc(0)
  let body: Transform | undefined
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      if (body) return void body.write(part, error => done(error))
      head = Buffer.concat([head, part])
      const opened = attempt(() => openHeader(head, identities))
      if (opened instanceof Error) return done(opened)
      if (!opened) return done(head.length > longestHeader ? new NotDecrypted('it isn’t a file of age') : null)
      body = inChunks(chunkLength + tagLength, opener(opened.key))
      body.on('data', plain => this.push(plain))
      body.once('error', error => this.destroy(error))
      body.write(opened.rest, error => done(error))
    },
    flush(done) {
      if (!body) return done(new NotDecrypted('it isn’t a file of age, or it was cut off'))
      body.once('end', () => done())
      body.end()
    },
  })
}

/** Cuts what passes into chunks of one length, the last of which may be shorter. */
function inChunks(length: number, change: (chunk: Buffer, isLast: boolean) => Buffer): Transform {
  let held: Buffer[] = []
  let size = 0
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      held.push(part)
      size += part.length
      // More than a chunk, since the last one is written otherwise.
      if (size <= length) return done()
      const all = Buffer.concat(held)
      let at = 0
      for (; all.length - at > length; at += length) {
        const changed = attempt(() => change(all.subarray(at, at + length), false))
        if (changed instanceof Error) return done(changed)
        this.push(changed)
      }
      held = [all.subarray(at)]
      size = all.length - at
      done()
    },
    flush(done) {
      ended(done, () => change(Buffer.concat(held), true))
    },
  })
}

function ended(done: TransformCallback, last: () => Buffer): void {
  const changed = attempt(last)
  if (changed instanceof Error) done(changed)
  else done(null, changed)
}

function attempt<Result>(work: () => Result): Result | Error {
  try {
    return work()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const cipher = 'chacha20-poly1305'
const options = { authTagLength: tagLength } as const

/** A number for each chunk, and whether it is the last one: none can be left out, moved or put in. */
function nonces(): (isLast: boolean) => Buffer {
  let count = 0n
  return isLast => {
    const nonce = Buffer.alloc(12)
    nonce.writeBigUInt64BE(count++, 3)
    nonce[11] = isLast ? 1 : 0
    return nonce
  }
}

function sealer(key: Buffer): (chunk: Buffer, isLast: boolean) => Buffer {
  const next = nonces()
  return (chunk, isLast) => seal(key, next(isLast), chunk)
}

function opener(key: Buffer): (chunk: Buffer, isLast: boolean) => Buffer {
  const next = nonces()
  return (chunk, isLast) => {
    const opened = open(key, next(isLast), chunk)
    if (!opened) throw new NotDecrypted(isLast ? 'it was cut off or changed' : 'it was changed')
    return opened
  }
}

function seal(key: Buffer, nonce: Buffer, plain: Buffer): Buffer {
  const sealing = createCipheriv(cipher, key, nonce, options)
  return Buffer.concat([sealing.update(plain), sealing.final(), sealing.getAuthTag()])
}

function open(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < tagLength) return null
  const opening = createDecipheriv(cipher, key, nonce, options)
  opening.setAuthTag(sealed.subarray(-tagLength))
  try {
    return Buffer.concat([opening.update(sealed.subarray(0, -tagLength)), opening.final()])
  } catch {
    return null
  }
}

const derived = (secret: Buffer, salt: Buffer, info: string) => Buffer.from(hkdfSync('sha256', secret, salt, info, 32))

const mac = (fileKey: Buffer, header: string) =>
  createHmac('sha256', derived(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest()

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const stanzaInfo = `${version}/X25519`
const noNonce = Buffer.alloc(12)

/** The key of a file, for one recipient. */
function wrapped(fileKey: Buffer, recipient: string): string {
  const theirs = fromBech32(recipientPrefix, recipient)
  if (theirs?.length !== 32) throw new RangeError('A recipient is a public key of age.')
  const once = privateKey(newIdentity())
  const share = publicBytes(once)
  const shared = diffieHellman({ privateKey: once, publicKey: publicKey(theirs) })
  const key = derived(shared, Buffer.concat([share, theirs]), stanzaInfo)
  return `-> X25519 ${base64(share)}\n${base64(seal(key, noNonce, fileKey))}\n`
}

/** @returns the key of the payload and what follows the header, or undefined where the header isn't whole yet */
function openHeader(head: Buffer, identities: readonly string[]): { key: Buffer; rest: Buffer } | undefined {
  const end = head.indexOf('\n--- ')
  const lineEnd = end < 0 ? -1 : head.indexOf('\n', end + 1)
  if (lineEnd < 0 || head.length < lineEnd + 1 + nonceLength) return undefined
  const header = head.toString('latin1', 0, lineEnd)
  if (!header.startsWith(`${version}\n`)) throw new NotDecrypted('it isn’t a file of age')
  const fileKey = fileKeyIn(header, identities)
  const signed = Buffer.from(header.slice(end + '\n--- '.length), 'base64')
  const wanted = mac(fileKey, header.slice(0, end + '\n---'.length))
  if (signed.length !== wanted.length || !timingSafeEqual(signed, wanted)) throw new NotDecrypted('it was changed')
  const start = lineEnd + 1 + nonceLength
  return { key: derived(fileKey, head.subarray(lineEnd + 1, start), 'payload'), rest: head.subarray(start) }
}

function fileKeyIn(header: string, identities: readonly string[]): Buffer {
  for (const [, share64 = '', body64 = ''] of header.matchAll(/^-> X25519 ([\w+/]{43})\n([\w+/]{43})$/gm)) {
    const [share, body] = [Buffer.from(share64, 'base64'), Buffer.from(body64, 'base64')]
    for (const identity of identities) {
      const ours = privateKey(identity)
      const shared = diffieHellman({ privateKey: ours, publicKey: publicKey(share) })
      const key = derived(shared, Buffer.concat([share, publicBytes(ours)]), stanzaInfo)
      const fileKey = open(key, noNonce, body)
      if (fileKey) return fileKey
    }
  }
  throw new NotDecrypted('it’s encrypted for another key')
}

/** How node:crypto wants 32 bytes to be introduced (RFC 8410). */
const privateDer = Buffer.from('302e020100300506032b656e04220420', 'hex')
const publicDer = Buffer.from('302a300506032b656e032100', 'hex')

function privateKey(identity: string): KeyObject {
  const bytes = fromBech32(identityPrefix, identity.toLowerCase())
  if (bytes?.length !== 32) throw new RangeError('An identity is a private key of age.')
  return createPrivateKey({ key: Buffer.concat([privateDer, bytes]), format: 'der', type: 'pkcs8' })
}

const publicKey = (bytes: Buffer) =>
  createPublicKey({ key: Buffer.concat([publicDer, bytes]), format: 'der', type: 'spki' })

const publicBytes = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicDer.length)

/** Bech32 (BIP 173), without its limit of 90 characters. */
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

function checksum(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, part] of generator.entries()) if ((top >>> bit) & 1) sum ^= part
  }
  return sum
}

const expanded = (prefix: string) => {
  const codes = [...prefix].map(letter => letter.charCodeAt(0))
  return [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31)]
}

function bech32(prefix: string, bytes: Buffer): string {
  const values = regrouped([...bytes], 8, 5, true) ?? []
  const sum = checksum([...expanded(prefix), ...values, 0, 0, 0, 0, 0, 0]) ^ 1
  const check = [0, 1, 2, 3, 4, 5].map(index => (sum >>> (5 * (5 - index))) & 31)
  return `${prefix}1${[...values, ...check].map(value => alphabet[value]).join('')}`
}

function fromBech32(prefix: string, text: string): Buffer | null {
  if (!text.startsWith(`${prefix}1`)) return null
  const values = [...text.slice(prefix.length + 1)].map(letter => alphabet.indexOf(letter))
  if (values.length < 6 || values.includes(-1) || checksum([...expanded(prefix), ...values]) !== 1) return null
  const bytes = regrouped(values.slice(0, -6), 5, 8, false)
  return bytes && Buffer.from(bytes)
}

function regrouped(values: readonly number[], from: number, to: number, isPadded: boolean): number[] | null {
  const result: number[] = []
  let held = 0
  let bits = 0
  for (const value of values) {
    held = ((held << from) | value) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      result.push((held >>> bits) & ((1 << to) - 1))
    }
  }
  if (isPadded && bits > 0) result.push((held << (to - bits)) & ((1 << to) - 1))
  const isClean = isPadded || (bits < from && ((held << (to - bits)) & ((1 << to) - 1)) === 0)
  return isClean ? result : null
}
