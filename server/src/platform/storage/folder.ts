import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { codeOf } from '../cannot-start.ts'
import type { LargeFiles, ListedFiles } from './files.ts'

/** Files in a folder, made when the first is put. */
export function storeInFolder(folder: string, contentTypeOf: (key: string) => string | undefined): ListedFiles {
  const pathOf = (key: string) => path.join(folder, ...key.split('/'))
  return {
    async put(key, bytes) {
      const file = pathOf(key)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      // A reader sees the whole file or none, and a power cut leaves no half of one under its name.
      const unfinished = `${file}.${randomUUID()}${unfinishedEnding}`
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
        .filter(entry => entry.isFile() && !entry.name.endsWith(unfinishedEnding))
        .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    },
  }
}

/** Large files in a folder that is there already: a disk that isn't mounted must not be made up on another one. */
export function largeFilesInFolder(folder: string): LargeFiles {
  const pathOf = (name: string) => path.join(folder, name)
  return {
    async write(name, content) {
      const unfinished = `${pathOf(name)}.${randomUUID()}${unfinishedEnding}`
      try {
        await pipeline(content, createWriteStream(unfinished, { flags: 'wx', flush: true, mode: 0o600 }))
        await rename(unfinished, pathOf(name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    read: name => createReadStream(pathOf(name)),
    async list() {
      const names = (await readdir(folder)).filter(name => !name.endsWith(unfinishedEnding))
      const found = await Promise.all(names.map(async name => ({ name, file: await stat(pathOf(name)) })))
      return found.filter(({ file }) => file.isFile()).map(({ name, file }) => ({ name, bytes: file.size }))
    },
    delete: name => rm(pathOf(name), { force: true }),
    async discardUnfinished(isOurs) {
      // The name of the file, and then a UUID.
      const ours = (name: string) =>
        name.endsWith(unfinishedEnding) && isOurs(name.slice(0, -(37 + unfinishedEnding.length)))
      for (const name of (await readdir(folder)).filter(ours)) await rm(pathOf(name), { force: true })
    },
  }
}

const unfinishedEnding = '.unfinished'

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')
