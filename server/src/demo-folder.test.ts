import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demoFolder } from './demo-folder.ts'

const now = new Date('2026-05-12T17:40:00Z')
let kept: string
let fills: string[]
let code: string
beforeEach(() => {
  kept = mkdtempSync(path.join(tmpdir(), 'honbu-demo-'))
  fills = []
  code = 'first'
})
afterEach(() => rmSync(kept, { recursive: true }))

const copying = (fill = async () => {}) => ({
  kept,
  hash: () => code,
  fill: async (folder: string, at: Date) => {
    fills.push(at.toISOString())
    mkdirSync(folder)
    await fill()
    writeFileSync(path.join(folder, 'full'), '')
  },
})

describe('demoFolder', () => {
  test('fills once for an instant, however many ask at the same time', async () => {
    const parts = copying()
    const folders = await Promise.all([demoFolder(now, parts), demoFolder(now, parts), demoFolder(now, parts)])
    expect(new Set(folders).size).toBe(1)
    expect(existsSync(path.join(folders[0] ?? '', 'full'))).toBe(true)
    await demoFolder(now, parts)
    expect(fills).toEqual([now.toISOString()])
    await demoFolder(new Date('2026-05-13T17:40:00Z'), parts)
    expect(fills).toHaveLength(2)
  })

  test('fills again for other code, and removes a copy that nobody has used for a while', async () => {
    const old = path.dirname(await demoFolder(now, copying()))
    code = 'second'
    await demoFolder(now, copying())
    expect(fills).toHaveLength(2)
    expect(existsSync(old)).toBe(true)
    utimesSync(old, new Date(0), new Date(0))
    await demoFolder(now, copying())
    expect(existsSync(old)).toBe(false)
  })

  test('does not use a copy whose code changed while it was filled', async () => {
    const folder = await demoFolder(
      now,
      copying(async () => {
        code = 'second'
      }),
    )
    expect(path.basename(path.dirname(folder))).toBe('second')
    expect(readdirSync(path.join(kept, 'first'))).toEqual([])
  })

  test('leaves nothing of a fill that fails, and removes what a killed process left', async () => {
    const failing = copying(async () => {
      throw new Error('no space')
    })
    await expect(demoFolder(now, failing)).rejects.toThrow('no space')
    const folder = path.join(kept, code)
    expect(readdirSync(folder)).toEqual([])

    const made = path.join(folder, '2026-05-12T17-40-00.000Z')
    mkdirSync(`${made}.new`)
    // No process has this number: Linux has four million at the most.
    writeFileSync(`${made}.lock`, '99999999')
    expect(await demoFolder(now, copying())).toBe(made)
    expect(readdirSync(folder)).toEqual([path.basename(made)])
  })
})
