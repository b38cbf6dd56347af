import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { counted } from '@honbu/contract/format.ts'
import { checkBackup, contentsOf, restoreBackup, sourceOf } from '../backup/index.ts'
import { CannotStart, reasonOf } from '../platform/cannot-start.ts'
import { type GivenConfig, readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database.ts'
import { confirmRestored } from '../platform/restored-copy.ts'
import { openStorage } from '../platform/storage.ts'
import { erasedIn } from '../privacy/index.ts'
import type { Command } from './command.ts'
import { onlyWord, withDatabase } from './open.ts'
import { withBackup } from './open-backup.ts'

const usage =
  'restore BACKUP [--key FILE] [--erased FOLDER], restore --check BACKUP [--key FILE], or restore --this-is-the-real-one'

export const command: Command = {
  words: 'BACKUP [--key FILE] [--erased FOLDER] | --check BACKUP [--key FILE] | --this-is-the-real-one',
  does: 'Restores a backup into an empty database, all of it or nothing, or only reads it. A backup is a folder, a file, or the name of one in HONBU_BACKUP_TO. The key opens an encrypted one. A restored copy sends and collects nothing until you say that it’s the real one.',
  run: async args => {
    const { words, isChecked, isReal, key, erased } = readWords(args)
    if (isReal && args.length === 1) return confirm()
    if (isReal || (isChecked && erased !== undefined)) throw new CannotStart(`Use: ${usage}`)
    const named = onlyWord(words, usage)
    const config = readConfig(process.env)
    await withBackup(named, key, config, folder =>
      isChecked ? check(named, folder) : restore({ config, folder, erased }),
    )
  },
}

function readWords(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        check: { type: 'boolean' },
        'this-is-the-real-one': { type: 'boolean' },
        key: { type: 'string' },
        erased: { type: 'string' },
      },
    })
    const { check: isChecked, 'this-is-the-real-one': isReal, key, erased } = values
    return { words: positionals, isChecked, isReal, key, erased }
  } catch {
    throw new CannotStart(`Use: ${usage}`)
  }
}

async function check(named: string, folder: string): Promise<void> {
  const manifest = await checkBackup(folder)
  console.log(`${named} is whole: ${contentsOf(manifest)}, as of ${manifest.madeAt}, from ${sourceOf(manifest)}.`)
}

interface Restored {
  readonly config: GivenConfig
  readonly folder: string
  /** The folder `erased` of the real one’s uploaded files, where this copy can’t read those. */
  readonly erased: string | undefined
}

async function restore({ config, folder, erased }: Restored): Promise<void> {
  // Before anything is opened: a refused backup leaves no trace.
  await checkBackup(folder)
  const files = openStorage(config)
  const names = [...(await files.list()), ...(erased === undefined ? [] : await namesIn(erased))]
  const database = await openDatabase(config, 'server')
  try {
    const manifest = await restoreBackup({
      ...{ folder, database, now: new Date(), files, erased: erasedIn(names) },
      key: path.join(config.dataDir, 'secret.key'),
    })
    console.log(`Restored ${contentsOf(manifest)}, as of ${manifest.madeAt}.`)
    if (manifest.erasedAgain > 0)
      console.log(`Erased ${counted(manifest.erasedAgain, 'person', 'people')} again, who had been erased since.`)
    console.log(
      'This copy sends and collects nothing. If it takes the place of the real one, run restore --this-is-the-real-one before you start it.',
    )
  } finally {
    await database.close()
  }
}

const namesIn = (folder: string) =>
  readdir(folder).catch(error => {
    throw new CannotStart(`${folder} cannot be read: ${reasonOf(error)}.`)
  })

const confirm = () =>
  withDatabase(async ({ database }) => {
    const waiting = await confirmRestored(database.db, new Date())
    if (waiting === null) throw new CannotStart('This isn’t a restored copy that waits: nothing was changed.')
    console.log(
      `This is the real one now. Restart Honbu to run what waits, such as emails and collections: ${counted(waiting, 'job')}.`,
    )
  })
