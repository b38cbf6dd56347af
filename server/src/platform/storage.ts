import path from 'node:path'
import type { GivenConfig } from './config.ts'
import type { LargeFiles, ListedFiles } from './storage/files.ts'
import { largeFilesInFolder, storeInFolder } from './storage/folder.ts'
import { largeFilesInS3, storeInS3 } from './storage/s3.ts'

export type { Files, LargeFiles, ListedFiles } from './storage/files.ts'

/** The kinds of files that are kept, each with the one ending its keys have: a folder keeps the kind in nothing else. */
const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/plain': 'txt',
}

const keyPattern = /^[\w-]+(\/[\w-]+)*\.(\w+)$/

/** Is this a key that could have been put? Nothing else is ever looked for, so no key leads out of the folder. */
export const isKey = (key: string): boolean => key.length <= 200 && keyPattern.test(key)

/**
 * Opens the storage of the settings: HONBU_STORAGE, or the folder `files` in HONBU_DATA. Nothing is connected or made
 * before the first file.
 */
export function openStorage({ storage, dataDir }: Pick<GivenConfig, 'storage' | 'dataDir'>): ListedFiles {
  const store = storage ? storeInS3(storage) : storeInFolder(path.join(dataDir, 'files'), contentTypeOf)
  return {
    async put(key, bytes, contentType) {
      if (!isKey(key) || contentTypeOf(key) !== contentType) throw new Error(`${key} is no key for a file of this kind`)
      await store.put(key, bytes, contentType)
    },
    get: async key => (isKey(key) ? store.get(key) : null),
    delete: async key => (isKey(key) ? store.delete(key) : undefined),
    list: async () => (await store.list()).filter(isKey),
  }
}

/** Opens a place for large files: a folder, or an address as HONBU_STORAGE has it. */
export const openLargeFiles = (to: string): LargeFiles => (isBucket(to) ? largeFilesInS3(to) : largeFilesInFolder(to))

/** The place as anyone may read it, without key and secret. */
export function placeOf(to: string): string {
  if (!isBucket(to)) return to
  const { host, pathname } = new URL(to)
  return `${host}${pathname}`
}

const isBucket = (to: string) => /^s3(\+http)?:/.test(to)

/** Of what kind a file is, by the ending of its key. */
export function contentTypeOf(key: string): string | undefined {
  const [, , ending] = keyPattern.exec(key) ?? []
  return Object.keys(endings).find(type => endings[type] === ending)
}
