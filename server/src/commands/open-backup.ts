import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync, rmSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { isBackupName, unpackBackup } from '../backup/index.ts'
import { identitiesIn } from '../platform/age.ts'
import { CannotStart, reasonOf } from '../platform/cannot-start.ts'
import type { GivenConfig } from '../platform/config.ts'
import { openLargeFiles } from '../platform/storage.ts'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Gives the work the folder of a backup: the folder that is named, or a file or an automatic backup in HONBU_BACKUP_TO,
 * unpacked for as long as the work takes.
 * @param keyFile has the private key of an encrypted one
 */
export async function withBackup(
  named: string,
  keyFile: string | undefined,
  config: GivenConfig,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const found = await stat(named).catch(() => undefined)
  if (found?.isDirectory()) return work(named)
  const isEncrypted = named.endsWith('.age')
  const identities = isEncrypted ? await readIdentities(named, keyFile) : []
  const content = found ? createReadStream(named) : fromPlace(named, config)
  // A large one may not fit into memory, which is where a container has its temporary files.
  const parent = existsSync(config.dataDir) ? config.dataDir : tmpdir()
  const scratch = path.join(parent, `restore-${randomUUID()}`)
  const clear = () => rmSync(scratch, { recursive: true, force: true })
  // What was encrypted isn't left in clear text by Ctrl-C.
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= end()
  }
  const end = async () => {
    content.destroy()
    // A step that is under way may still make a folder or a file.
    while (process.getActiveResourcesInfo().some(each => each.startsWith('FSReq'))) await immediate()
    clear()
    process.exit(1)
  }
  for (const signal of stopSignals) process.on(signal, stop)
  try {
    await unpackBackup({ content, isEncrypted, identities, folder: scratch })
    await work(scratch)
  } finally {
    await stopped
    for (const signal of stopSignals) process.off(signal, stop)
    clear()
  }
}

function fromPlace(name: string, { backup }: GivenConfig): Readable {
  if (backup.to === undefined || !isBackupName(name)) throw new CannotStart(`${name} isn’t there.`)
  return openLargeFiles(backup.to).read(name)
}

async function readIdentities(named: string, keyFile: string | undefined): Promise<string[]> {
  if (keyFile === undefined) throw new CannotStart(`${named} is encrypted: add --key FILE with the private key.`)
  const text = await readFile(keyFile, 'utf8').catch(error => {
    throw new CannotStart(`${keyFile} can’t be read: ${reasonOf(error)}.`)
  })
  const identities = identitiesIn(text)
  if (identities.length === 0) throw new CannotStart(`${keyFile} has no private key of age (AGE-SECRET-KEY-1…).`)
  return identities
}
