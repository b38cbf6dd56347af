import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '../cannot-start.ts'
import type { ListedFiles } from './files.ts'

/** Files in a folder, made when the first is put. */
export function storeInFolder(folder: string, contentTypeOf: (key: string) => string | undefined): ListedFiles {
  const pathOf = (key: string) => path.join(folder, ...key.split('/'))
  return {
    async put(key, bytes) {
      const file = pathOf(key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      // A reader sees the whole file or none, and a power cut leaves no half of one under its name.
      const unfinished = `${file}.${randomUUID()}.unfinished`
      try {
        await writeFile(unfinished, bytes, { flush: true, mode: 0o600 })
        await rename(unfinished, file)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(key) {
      const contentType = contentTypeOf(key)
      if (!contentType) return null
      try {
        return { bytes: await readFile(pathOf(key)), contentType }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    delete: key => rm(pathOf(key), { force: true }),
    async list() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(error => {
        if (isMissing(error)) return []
        throw error
      })
      return found
        .filter(entry => entry.isFile() && !entry.name.endsWith('.unfinished'))
        .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    },
  }
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')
