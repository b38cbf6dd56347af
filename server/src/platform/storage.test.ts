import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { openFakeS3 } from '../../test/fake-s3.ts'
import { demandDeclaredAccess } from './declared-access.ts'
import { answerErrors } from './errors.ts'
import { fileAddress, keyIn, newKey, serveFiles } from './files.ts'
import { privateFiles } from './private-files.ts'
import { secretBox } from './secret-box.ts'
import { largeFilesInFolder } from './storage/folder.ts'
import { largeFilesInS3 } from './storage/s3.ts'
import { isKey, openLargeFiles, openStorage, placeOf } from './storage.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'honbu-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff])

describe('files in a folder', () => {
  const files = openStorage({ dataDir: folder, storage: undefined })

  it('are there whole, and go', async () => {
    expect(await files.get('logo/a-1.png')).toBeNull()
    await files.put('logo/a-1.png', bytes, 'image/png')
    expect(await files.get('logo/a-1.png')).toEqual({ bytes, contentType: 'image/png' })
    expect(readdirSync(path.join(folder, 'files/logo'))).toEqual(['a-1.png'])
    await files.delete('logo/a-1.png')
    await files.delete('logo/a-1.png')
    expect(await files.get('logo/a-1.png')).toBeNull()
  })

  it('are listed, apart from those that are being written', async () => {
    const own = openStorage({ dataDir: path.join(folder, 'listed'), storage: undefined })
    expect(await own.list()).toEqual([])
    await own.put('logo/a-1.png', bytes, 'image/png')
    await own.put('imports/deep/b.csv', bytes, 'text/csv')
    writeFileSync(path.join(folder, 'listed/files/logo/c.png.1.unfinished'), '')
    expect((await own.list()).sort()).toEqual(['imports/deep/b.csv', 'logo/a-1.png'])
  })

  it('have keys that stay inside', async () => {
    const outside = [
      '../secret.png',
      'logo/../../a.png',
      '/etc/passwd',
      'logo//a.png',
      'logo/a.png/',
      'a',
      '',
      'a.png\0',
    ]
    for (const key of outside) {
      expect(isKey(key)).toBe(false)
      expect(await files.get(key)).toBeNull()
      await expect(files.put(key, bytes, 'image/png')).rejects.toThrow('no key')
    }
    expect(isKey(newKey('logo', 'png'))).toBe(true)
  })

  it('are of the kind that their ending says', async () => {
    await expect(files.put('logo/a.png', bytes, 'image/jpeg')).rejects.toThrow('no key')
    await expect(files.put('logo/a.html', bytes, 'text/html')).rejects.toThrow('no key')
  })

  it('leave nothing half-done where they cannot be put', async () => {
    mkdirSync(path.join(folder, 'files/one.pdf'), { recursive: true })
    await expect(files.put('one.pdf', bytes, 'application/pdf')).rejects.toThrow()
    expect(readdirSync(path.join(folder, 'files'))).not.toContainEqual(expect.stringContaining('unfinished'))
  })
})

describe('files in a bucket', async () => {
  const s3 = await openFakeS3()
  const { host, seen } = s3
  afterAll(s3.close)

  const store = (bucket: string) => openStorage({ dataDir: folder, storage: s3.address(bucket) })

  it('are put, got and deleted by signed requests', async () => {
    const files = store('club-files/honbu')
    await files.put('logo/b.webp', bytes, 'image/webp')
    expect(await files.get('logo/b.webp')).toEqual({ bytes, contentType: 'image/webp' })
    await files.delete('logo/b.webp')
    expect(await files.get('logo/b.webp')).toBeNull()
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'PUT /club-files/honbu/logo/b.webp',
      'GET /club-files/honbu/logo/b.webp',
      'DELETE /club-files/honbu/logo/b.webp',
      'GET /club-files/honbu/logo/b.webp',
    ])
    for (const { headers } of seen) {
      expect(headers.authorization).toMatch(
        /^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-west-2\/s3\/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$/,
      )
      expect(headers['x-amz-date']).toMatch(/^\d{8}T\d{6}Z$/)
    }
  })

  it('are listed whole, without those of others in the bucket', async () => {
    for (const key of ['a.png', 'b.png', 'c/d.png', 'e.png', 'f.png'])
      await store('shared/honbu').put(key, bytes, 'image/png')
    await store('shared/elsewhere').put('z.png', bytes, 'image/png')
    expect(await store('shared/honbu').list()).toEqual(['a.png', 'b.png', 'c/d.png', 'e.png', 'f.png'])
    expect(await store('shared').list()).toContain('elsewhere/z.png')
  })

  it('say who refused, and no secret', async () => {
    const refused = await store('forbidden')
      .put('logo/c.png', bytes, 'image/png')
      .catch((error: Error) => error.message)
    expect(refused).toBe(`The file store at ${host} answered 403 to PUT.`)
  })

  it('are not sent on to where the store points', async () => {
    await expect(store('moved').put('logo/d.png', bytes, 'image/png')).rejects.toThrow()
    expect(seen.at(-1)?.url).toBe('/moved/logo/d.png')
  })
})

describe('large files', async () => {
  const s3 = await openFakeS3()
  afterAll(s3.close)
  const backups = path.join(folder, 'backups')
  mkdirSync(backups)
  const isOurs = (name: string) => name.endsWith('.tar')
  const read = async (content: Readable) => Buffer.concat(await content.toArray())
  /** More than two parts. */
  const large = Buffer.alloc(250_000, 'large ')
  const pieces = () =>
    Readable.from([large.subarray(0, 70_000), large.subarray(70_000, 120_000), large.subarray(120_000)], {
      objectMode: false,
    })
  const brokenOff = () =>
    Readable.from(
      (function* () {
        yield large
        throw new Error('the database is gone')
      })(),
    )

  it.each([
    ['a folder', largeFilesInFolder(backups), () => readdirSync(backups)],
    ['a bucket', largeFilesInS3(s3.address('club/backups'), 100_000), () => [...s3.held.keys(), ...s3.uploads.keys()]],
  ])('in %s are there whole or not at all', async (_place, files, everything) => {
    await files.write('a.tar', pieces())
    expect((await read(files.read('a.tar'))).equals(large)).toBe(true)
    expect(await files.list()).toEqual([{ name: 'a.tar', bytes: large.length }])
    await expect(files.write('b.tar', brokenOff())).rejects.toThrow('the database is gone')
    await files.delete('a.tar')
    expect(everything()).toEqual([])
    await expect(read(files.read('a.tar'))).rejects.toThrow(/a\.tar/)
  })

  it('that a killed process was writing are removed, and nothing else', async () => {
    const id = '0b8f3c52-53f0-4d4b-9c3e-5f4f6f0c0d11'
    for (const name of [`a.tar.${id}.unfinished`, `a.png.${id}.unfinished`, 'a.tar'])
      writeFileSync(path.join(backups, name), '')
    await openLargeFiles(backups).discardUnfinished(isOurs)
    expect(readdirSync(backups).sort()).toEqual([`a.png.${id}.unfinished`, 'a.tar'])
    for (const name of ['backups/a.tar', 'elsewhere/b.tar', 'backups/a.png'])
      s3.uploads.set(`left ${name}`, { path: `/club/${name}`, parts: [] })
    await openLargeFiles(s3.address('club/backups')).discardUnfinished(isOurs)
    expect([...s3.uploads.keys()]).toEqual(['left elsewhere/b.tar', 'left backups/a.png'])
  })

  it('never make a folder, since its disk may not be mounted', async () => {
    await expect(openLargeFiles(path.join(folder, 'unmounted')).write('a.tar', pieces())).rejects.toThrow('ENOENT')
  })

  it('are in a place that can be named without its secret', () => {
    expect(placeOf('s3://KEY:secret@host.example/club/backups?region=x')).toBe('host.example/club/backups')
  })
})

const now = new Date('2026-05-12T17:40:00Z')
const signing = privateFiles(secretBox(Buffer.alloc(32, 7)))

describe('serveFiles', () => {
  const open = async () => {
    const files = openStorage({ dataDir: folder, storage: undefined })
    const app = Fastify()
    demandDeclaredAccess(app)
    answerErrors(app)
    serveFiles(app, { files, privateFiles: signing, now: () => now })
    await app.ready()
    return { app, files }
  }

  it('serves a photo by an address that was signed within the last half hour, and by no other', async () => {
    const { app, files } = await open()
    const [key, other] = [newKey('photo', 'jpg'), newKey('photo', 'jpg')]
    for (const each of [key, other]) await files.put(each, bytes, 'image/jpeg')
    const address = fileAddress(key)
    const before = (minutes: number) => signing.sign(address, new Date(now.getTime() - minutes * 60_000))
    const fresh = before(0)
    const answer = await app.inject(`/${fresh}`)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, max-age=1200, immutable'])
    // The same for a quarter of an hour, so that a browser asks once.
    expect(before(9)).toBe(fresh)
    const status = async (each: string) => (await app.inject(`/${each}`)).statusCode
    const [, until = ''] = /until=(\d+)/.exec(fresh) ?? []
    expect(await status(before(14))).toBe(200)
    for (const wrong of [
      address,
      before(30),
      fresh.replace(key, other),
      fresh.replace(until, String(Number(until) + 900)),
      fresh.replace(/signature=../, 'signature=zz'),
      `${address}?until=${until}`,
      `${fresh}&until=${until}`,
      privateFiles(secretBox(Buffer.alloc(32, 8))).sign(address, now),
    ])
      expect([wrong, await status(wrong)]).toEqual([wrong, 404])
  })

  it.each(['exports', 'imports', 'papers', 'photos'])('serves nothing of %s, with whatever address', async folder => {
    const { app, files } = await open()
    const key = newKey(folder, 'csv')
    await files.put(key, bytes, 'text/csv')
    expect(signing.sign(fileAddress(key), now)).toBe(fileAddress(key))
    const until = 1_800_000_000
    for (const address of [fileAddress(key), `${fileAddress(key)}?until=${until}&signature=x`])
      expect((await app.inject(`/${address}`)).statusCode).toBe(404)
  })

  it('answers for ever, as what it is and nothing else', async () => {
    const { app, files } = await open()
    const key = newKey('logo', 'png')
    await files.put(key, bytes, 'image/png')
    expect(keyIn(fileAddress(key))).toBe(key)
    const answer = await app.inject(`/${fileAddress(key)}`)
    expect(answer.rawPayload).toEqual(bytes)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    await app.close()
  })

  it('answers 404, and is not kept, for any other key', async () => {
    const { app } = await open()
    for (const key of ['logo/none.png', '..%2F..%2Fpackage.json', 'logo', '%00']) {
      const { statusCode, headers } = await app.inject(`/files/${key}`)
      expect(statusCode).toBe(404)
      expect(headers['cache-control'] ?? '').not.toContain('immutable')
    }
    await app.close()
  })
})
