import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { decryptWith, encryptFor, identitiesIn, isRecipient, newIdentity, recipientOf, type Stage } from './age.ts'

/** As age-keygen 1.1.1 wrote it. */
const keyFile = `# created: 2026-11-29T03:29:27Z
# public key: age13umvzpmxzcpyez7jzfxzduq2mx6vh3yxdzvwgn64e65uaxev9qhs7c6vvc
AGE-SECRET-KEY-1U4H6SDE0MYWPW9EKNAWLPT0R4RGYGEN3M5843MAWSJYF7PKQ92YQE6Q9F5
`
const [identity = ''] = identitiesIn(keyFile)
/** What age 1.1.1 made of "take the register\n" for it and for another key. */
const byTheTool = Buffer.from(
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBrb2tsVHRzRlFtTWJRVDd2MzJPMElPem1IbTRXQ21KcFJRMDVTL0Z0bVJNCmhpL3VScXlMcCtIL0xsWVMxTjkrcXRsdFNjb2syYVlTeS9CTXhMVWhLWjQKLT4gWDI1NTE5IHhQVG9QNXN6dUVGNFZvSURneXhNeTFhRnhaNHgzV29kNjd1Mm9ZVjNNZ3MKaW0wY2JlV0tkelFsZXBZM0RyMTRjVU1DdHJXWEVrZTNsSk0wUXdFQm5YOAotLS0gby9JUUdzRTFRVlJLcFYvc1IrcUwzWDd1NnZWVHU3cCtWL1ExbGZwRFJ4ZwpVS3Rw02h7eDXfRd32yqI0/MArQ2vCI6tac9a7N3ZQzkEyOUCx0y4jWdgyqajjFWeabQ==',
  'base64',
)

const recipient = await recipientOf(identity)

const through = async (bytes: Buffer, stage: Stage, pieces = 1000) => {
  const cut = Array.from({ length: Math.ceil(bytes.length / pieces) }, (_, at) =>
    bytes.subarray(at * pieces, (at + 1) * pieces),
  )
  return Buffer.concat(await Array.fromAsync(stage(Readable.from(cut))))
}

describe('files of age', () => {
  it('that the tool wrote are read, and its keys are known', async () => {
    expect(isRecipient(recipient)).toBe(true)
    expect(keyFile).toContain(`# public key: ${recipient}\n`)
    for (const pieces of [1, 7, 1000])
      expect(String(await through(byTheTool, decryptWith([identity]), pieces))).toBe('take the register\n')
  })

  it.each([0, 65_536, 200_000])('of %i bytes are opened by each recipient', async length => {
    const plain = Buffer.alloc(length, 'a club secretary ')
    const other = await newIdentity()
    const sealed = await through(plain, encryptFor([recipient, await recipientOf(other)]))
    expect(sealed.includes('secretary')).toBe(false)
    for (const key of [identity, other])
      expect((await through(sealed, decryptWith([await newIdentity(), key]), 70_001)).equals(plain)).toBe(true)
  })

  it('that were changed, cut off or put together otherwise aren’t opened', async () => {
    const plain = Buffer.alloc(200_000, 'a club secretary ')
    const sealed = await through(plain, encryptFor([recipient]))
    const opened = (bytes: Buffer, key = identity) => through(bytes, decryptWith([key]), 50_000)
    await expect(opened(sealed, await newIdentity())).rejects.toThrow('encrypted for another key')
    for (const at of [30, sealed.indexOf('--- ') + 6, sealed.length - 190_000, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      await expect(opened(changed), String(at)).rejects.toThrow(/changed|cut off|another key/)
    }
    const header = sealed.length - 200_000 - 4 * 16
    const second = header + 65_552
    for (const length of [10, header - 20, header, second, sealed.length - 1])
      await expect(opened(sealed.subarray(0, length)), String(length)).rejects.toThrow(/cut off/)
    const swapped = [
      sealed.subarray(0, header),
      sealed.subarray(second, second + 65_552),
      sealed.subarray(header, second),
    ]
    await expect(opened(Buffer.concat([...swapped, sealed.subarray(second + 65_552)]))).rejects.toThrow('changed')
    await expect(opened(Buffer.concat([sealed, Buffer.from('x')]))).rejects.toThrow(/changed/)
    await expect(opened(Buffer.from('a tar\n--- x\n0123456789abcdef0'))).rejects.toThrow('isn’t a file of age')
    await expect(opened(Buffer.alloc(70_000))).rejects.toThrow('isn’t a file of age')
  })

  it.skipIf(spawnSync('age', ['--version']).error)(
    'that we write are read by the tool, where it’s installed',
    async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'age-'))
      const key = path.join(folder, 'key')
      writeFileSync(key, identity)
      const plain = Buffer.alloc(200_000, 'a club secretary ')
      const sealed = await through(plain, encryptFor([await recipientOf(await newIdentity()), recipient]))
      const { stdout } = spawnSync('age', ['--decrypt', '--identity', key], { input: sealed, maxBuffer: 1_000_000 })
      rmSync(folder, { recursive: true })
      expect(stdout.equals(plain)).toBe(true)
    },
  )

  it('that can’t be fetched keep the reason, and aren’t called damaged', async () => {
    async function* cut() {
      yield byTheTool.subarray(0, 100)
      throw new Error('the store hung up')
    }
    const nowhere = new PassThrough().resume()
    await expect(pipeline(Readable.from(cut()), decryptWith([identity]), nowhere)).rejects.toThrow('the store hung up')
  })

  it('leave a turn to others after each chunk', async () => {
    let turns = 0
    const count = () => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await through(Buffer.alloc(2_000_000), encryptFor([recipient]), 2_000_000)
    clearImmediate(next)
    expect(turns).toBeGreaterThan(20)
  })

  it('know a public key from anything else', () => {
    const key = recipient
    for (const wrong of ['', 'age1', key.slice(1), `${key.slice(0, -1)}q`, key.toUpperCase(), identity, `${key} `])
      expect(isRecipient(wrong), wrong).toBe(false)
    expect(() => encryptFor(['age1nonsense'])).toThrow()
    expect(identitiesIn(`${key}\nAGE-SECRET-KEY-1NONSENSE\n`)).toEqual([])
  })
})
