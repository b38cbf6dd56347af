import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { CannotStart } from './cannot-start.ts'
import { openSecretBox, secretBox, WrongKey } from './secret-box.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('secretBox', () => {
  const box = secretBox(randomBytes(32))

  it('opens what it has sealed, and nothing of it can be read meanwhile', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 8 }), fc.string(), (secret, about) => {
        const sealed = box.seal(secret, about)
        expect(box.open(sealed, about)).toBe(secret)
        expect(sealed.includes(Buffer.from(secret))).toBe(false)
      }),
    )
  })

  it('seals the same secret differently each time', () => {
    expect(box.seal('token', 'a')).not.toEqual(box.seal('token', 'a'))
  })

  it('opens nothing with another key, for something else, or that was changed or cut', () => {
    const sealed = box.seal('token', 'gocardless:1')
    const changed = Buffer.from(sealed)
    changed[30] = (changed[30] ?? 0) ^ 1
    expect(() => secretBox(randomBytes(32)).open(sealed, 'gocardless:1')).toThrow(WrongKey)
    expect(() => box.open(sealed, 'gocardless:2')).toThrow(WrongKey)
    expect(() => box.open(changed, 'gocardless:1')).toThrow(WrongKey)
    for (const length of [0, 11, 12, 27, 28])
      expect(() => box.open(sealed.subarray(0, length), 'gocardless:1')).toThrow(WrongKey)
  })
})

describe('openSecretBox', () => {
  const dataDir = path.join(folder, 'data')
  const file = path.join(dataDir, 'secret.key')

  it('makes a key for itself once, which nobody else may read', () => {
    const sealed = openSecretBox({ key: undefined, dataDir }).seal('token', 'a')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(openSecretBox({ key: undefined, dataDir }).open(sealed, 'a')).toBe('token')
  })

  it('takes the key of the settings instead', () => {
    const key = 'k'.repeat(32)
    const sealed = openSecretBox({ key, dataDir }).seal('token', 'a')
    expect(openSecretBox({ key, dataDir: '/nowhere' }).open(sealed, 'a')).toBe('token')
    expect(() => openSecretBox({ key: undefined, dataDir }).open(sealed, 'a')).toThrow(WrongKey)
  })

  it('does not start with a key that is broken, and does not repeat it', () => {
    const key = readFileSync(file, 'utf8')
    writeFileSync(file, key.slice(0, 20))
    expect(() => openSecretBox({ key: undefined, dataDir })).toThrow(CannotStart)
    expect(() => openSecretBox({ key: undefined, dataDir })).not.toThrow(key.slice(0, 10))
  })
})

describe('a key that is changed', () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]

  it('opens what the one before has sealed, and seals it anew', () => {
    const sealed = secretBox(first).seal('sk_live', 'stripe:1')
    const changing = secretBox(second, [first])
    expect(changing.open(sealed, 'stripe:1')).toBe('sk_live')
    expect(() => changing.open(sealed, 'stripe:2')).toThrow(WrongKey)
    const fresh = changing.reseal(sealed, 'stripe:1')
    expect(fresh && secretBox(second).open(fresh, 'stripe:1')).toBe('sk_live')
    expect(fresh && changing.reseal(fresh, 'stripe:1')).toBeNull()
    expect(changing.reseal(secretBox(Buffer.alloc(32, 3)).seal('x', 'y'), 'y')).toBeNull()
    expect(changing.signatures('a', 'b')).toEqual([secretBox(second).sign('a', 'b'), secretBox(first).sign('a', 'b')])
  })

  it('takes the key in the data folder for the one before', () => {
    const dataDir = mkdtempSync(path.join(os.tmpdir(), 'honbu-keys-'))
    const sealed = openSecretBox({ key: undefined, dataDir }).seal('sk_live', 'stripe:1')
    const moved = openSecretBox({ key: 'a'.repeat(32), dataDir })
    expect([moved.open(sealed, 'stripe:1'), moved.hasOlder]).toEqual(['sk_live', true])
    const later = openSecretBox({ key: 'b'.repeat(32), oldKey: 'a'.repeat(32), dataDir: path.join(dataDir, 'other') })
    const resealed = moved.reseal(sealed, 'stripe:1')
    expect(resealed && later.open(resealed, 'stripe:1')).toBe('sk_live')
    rmSync(dataDir, { recursive: true })
  })
})
