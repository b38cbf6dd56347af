import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { counted } from '@honbu/contract/format.ts'
import { checkBackup, contentsOf, restoreBackup, sourceOf } from '../backup/index.ts'
import { CannotStart, reasonOf } from '../platform/cannot-start.ts'
import { readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/database.ts'
import { confirmRestored } from '../platform/restored-copy.ts'
import { openStorage } from '../platform/storage.ts'
import { erasedIn } from '../privacy/index.ts'
import type { Command } from './command.ts'
import { onlyWord, withDatabase } from './open.ts'

const usage = 'restore FOLDER [--erased FOLDER], restore --check FOLDER, or restore --this-is-the-real-one'

export const command: Command = {
  words: 'FOLDER [--erased FOLDER] | --check FOLDER | --this-is-the-real-one',
  does: 'Restores a backup into an empty database, all of it or nothing, or only reads it. A restored copy sends and collects nothing until you say that it’s the real one.',
  run: async args => {
    if (args[0] === '--check') return check(onlyWord(args.slice(1), usage))
    if (args[0] === '--this-is-the-real-one' && args.length === 1) return confirm()
    const [folder, option, erased, ...more] = args
    if (option !== undefined && (option !== '--erased' || !erased || more.length > 0))
      throw new CannotStart(`Use: ${usage}`)
    return restore(onlyWord(folder === undefined ? [] : [folder], usage), erased)
  },
}

async function check(folder: string): Promise<void> {
  const manifest = await checkBackup(folder)
  console.log(`${folder} is whole: ${contentsOf(manifest)}, as of ${manifest.madeAt}, from ${sourceOf(manifest)}.`)
}

/** @param erased the folder `erased` of the real one’s uploaded files, where this copy can’t read those */
async function restore(folder: string, erased: string | undefined): Promise<void> {
  const config = readConfig(process.env)
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
