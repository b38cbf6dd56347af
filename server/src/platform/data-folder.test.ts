import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { CannotStart } from './cannot-start.ts'
import { writableFolder } from './data-folder.ts'

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

  it.runIf(process.platform === 'linux')('refuses a place in which nothing can be made', () => {
    expect(() => writableFolder('/proc/honbu/data')).toThrow(CannotStart)
  })
})
