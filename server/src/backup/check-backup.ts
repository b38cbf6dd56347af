import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CannotStart, codeOf, reasonOf } from '../platform/cannot-start.ts'
import { migrationFiles } from '../platform/migrate.ts'
import { jobsFile, jobTables, Manifest, manifestFile, rowsFile, uploadFile } from './manifest.ts'

/**
 * Reads a whole backup, each row and each file of it, and compares it with what it says of itself.
 * @throws CannotStart where it was cut off, is damaged, or comes from a newer version
 */
export async function checkBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const { name, rows, sha256 } of manifest.tables) {
    const found = await readRows(path.join(folder, rowsFile(name))).catch(error => {
      throw damaged(`${rowsFile(name)}: ${reasonOf(error)}`)
    })
    if (sha256 && found.sha256 !== sha256) throw damaged(`${rowsFile(name)} isn’t what was written`)
    if (found.rows !== rows) throw damaged(`${name} has ${found.rows} of ${rows} rows`)
  }
  for (const table of jobTables) {
    const text = await readFile(path.join(folder, jobsFile(table)), 'utf8').catch(missing(jobsFile(table)))
    if (!isJson(text)) throw damaged(`${jobsFile(table)} isn’t whole`)
  }
  for (const { key, sha256 } of manifest.files) {
    const bytes = await readFile(path.join(folder, uploadFile(key))).catch(missing(key))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(`${key} isn’t what was written`)
  }
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => {
    throw new CannotStart(`${folder} holds no backup, or one that was cut off: it has no ${manifestFile}.`)
  })
  const read = Manifest.safeParse(isJson(text) ? JSON.parse(text) : undefined)
  if (!read.success && !isJson(text)) throw damaged(`${manifestFile} isn’t whole`)
  if (!read.success || !migrationFiles().has(read.data.migration))
    throw new CannotStart(`The backup in ${folder} was made by a newer Honbu: restore it with that one.`)
  return read.data
}

/** COPY ends each row with a line break, and writes one within a row as `\n`. */
async function readRows(file: string): Promise<{ rows: number; sha256: string }> {
  const hash = createHash('sha256')
  let rows = 0
  const hashed = new PassThrough().on('data', part => hash.update(part))
  await pipeline(createReadStream(file), hashed, createGunzip(), async parts => {
    for await (const part of parts as AsyncIterable<Buffer>)
      for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) rows++
  })
  return { rows, sha256: hash.digest('hex') }
}

const damaged = (what: string) => new CannotStart(`The backup is damaged: ${what}.`)

const missing = (name: string) => (error: unknown) => {
  throw damaged(codeOf(error) === 'ENOENT' ? `${name} is missing` : `${name}: ${reasonOf(error)}`)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
