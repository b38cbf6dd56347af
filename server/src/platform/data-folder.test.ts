import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CannotStart } from './cannot-start.ts'
import { closeToOthers, writableFolder } from './data-folder.ts'
import { storeInFolder } from './storage/folder.ts'

describe('writableFolder', () => {
  it('makes the folder with its parents', () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'honbu-folder-'))
    try {
      expect(existsSync(writableFolder(path.join(home, 'a/b c')))).toBe(true)
      expect(existsSync(writableFolder(path.join(home, 'a/b c')))).toBe(true)
    } finally {
      rmSync(home, { recursive: true })
    }
  })

  it('closes an older folder to other users, with the uploaded files in it', () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'honbu-folder-'))
    try {
      const photo = path.join(home, 'files/photos/a.webp')
      mkdirSync(path.dirname(photo), { recursive: true })
      writeFileSync(photo, 'x')
      const strangers = path.join(home, 'elsewhere')
      writeFileSync(strangers, 'x')
      symlinkSync(strangers, path.join(home, 'files/link'))
      for (const file of [home, path.join(home, 'files'), path.dirname(photo)]) chmodSync(file, 0o755)
      for (const file of [photo, strangers]) chmodSync(file, 0o644)
      writableFolder(home)
      // Root lets the user of the embedded Postgres through to its folder.
      expect(['700', '711']).toContain(modeOf(home))
      expect([path.join(home, 'files'), path.dirname(photo), photo, strangers].map(modeOf)).toEqual([
        ...['700', '700', '600'],
        '644',
      ])
    } finally {
      rmSync(home, { recursive: true })
    }
  })

  it('makes files that are closed, whatever the umask', async () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'honbu-folder-'))
    try {
      const files = path.join(home, 'files')
      await storeInFolder(files, () => 'image/webp').put('photos/a.webp', Buffer.from('x'), 'image/webp')
      expect(modeOf(path.join(files, 'photos/a.webp'))).toBe('600')
      expect(modeOf(path.join(files, 'photos'))).toBe('700')
      closeToOthers(path.join(home, 'not there'))
    } finally {
      rmSync(home, { recursive: true })
    }
  })

  it.runIf(process.platform === 'linux')('refuses a place in which nothing can be made', () => {
    expect(() => writableFolder('/proc/honbu/data')).toThrow(CannotStart)
  })
})

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8)
