import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { counted } from '@honbu/contract/format.ts'
import project from '../../../package.json' with { type: 'json' }
import { contentsOf, isBackupName, makeAutomaticBackup, makeBackup, sizeOf, sourceOf } from '../backup/index.ts'
import { newIdentity, recipientOf } from '../platform/age.ts'
import { CannotStart, reasonOf } from '../platform/cannot-start.ts'
import { readConfig } from '../platform/config.ts'
import { isQuietCopy, quietCopy } from '../platform/restored-copy.ts'
import { openLargeFiles, openStorage, placeOf } from '../platform/storage.ts'
import type { Command } from './command.ts'
import { onlyWord, withDatabase } from './open.ts'

const usage = 'backup, backup FOLDER [--yes], backup --list, or backup --new-key FILE'

export const command: Command = {
  words: '[FOLDER [--yes]] | --list | --new-key FILE',
  does: 'Writes everything into a new folder, as it is at one moment, while Honbu may run. It only reads. Without a folder, it makes an automatic backup now, in HONBU_BACKUP_TO. It also lists those that are there, and makes a key to encrypt them.',
  run: async args => {
    const [first] = args
    if (first === undefined) return backUpNow()
    if (first === '--list' && args.length === 1) return list()
    if (first === '--new-key') return makeKey(onlyWord(args.slice(1), usage))
    return writeFolder(
      onlyWord(
        args.filter(word => word !== '--yes'),
        usage,
      ),
      args.includes('--yes'),
    )
  },
}

const writeFolder = (folder: string, isSure: boolean) =>
  withDatabase(async ({ config, database }) => {
    const manifest = await makeBackup({
      ...{ pool: database.direct.pool, folder, version: project.version, now: new Date() },
      files: openStorage(config),
      key: path.join(config.dataDir, 'secret.key'),
      isRight: async ({ clubs, source }) => {
        if (clubs > 0 || isSure) return
        await demandYes(`${source?.name} at ${source?.host} has no clubs. Back it up anyway?`)
      },
    })
    console.log(`Read ${sourceOf(manifest)}.`)
    console.log(`${folder} holds ${contentsOf(manifest)}. Anyone who has it can read them: keep it safe.`)
  }, true)

const backUpNow = () =>
  withDatabase(async ({ config, database }) => {
    const place = demandPlace(config.backup.to)
    if (await isQuietCopy(database.db)) throw new CannotStart(quietCopy)
    const made = await makeAutomaticBackup({
      ...{ database, config, files: openStorage(config), version: project.version },
      now: () => new Date(),
    })
    if (!made) throw new CannotStart('A backup is being made already: try again when it’s done.')
    if ('problem' in made) throw new CannotStart(made.problem)
    const { name, bytes, deleted } = made
    console.log(`Wrote ${name} (${sizeOf(bytes)}) to ${placeOf(place)}, and read it again from there.`)
    if (deleted > 0) console.log(`Deleted ${counted(deleted, 'older backup')} (HONBU_BACKUP_KEEP).`)
  })

async function list(): Promise<void> {
  const place = demandPlace(readConfig(process.env).backup.to)
  const found = await openLargeFiles(place)
    .list()
    .catch(error => {
      throw new CannotStart(`${placeOf(place)} can’t be read: ${reasonOf(error)}.`)
    })
  const backups = found.filter(({ name }) => isBackupName(name))
  for (const { name, bytes } of backups.sort((one, other) => (one.name < other.name ? 1 : -1)))
    console.log(`${name}  ${sizeOf(bytes)}`)
  console.log(`${counted(backups.length, 'backup')} in ${placeOf(place)}.`)
}

function demandPlace(to: string | undefined): string {
  if (to === undefined) throw new CannotStart('HONBU_BACKUP_TO is not set: name a folder, or set it.')
  return to
}

/** As age-keygen writes it. */
async function makeKey(file: string): Promise<void> {
  const identity = await newIdentity()
  const recipient = await recipientOf(identity)
  await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 }).catch(error => {
    throw new CannotStart(`${file} can’t be written: ${reasonOf(error)}.`)
  })
  console.log(`HONBU_BACKUP_RECIPIENT=${recipient}`)
  console.log(`Set this. Keep ${file} in two places, not on this machine: without it, no one can read the backups.`)
}

/** @throws CannotStart unless the person at the keyboard says yes */
async function demandYes(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new CannotStart(`${question} Then say so with --yes.`)
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  try {
    if (!/^y(es)?$/i.test((await asking.question(`${question} (y/N) `)).trim()))
      throw new CannotStart('Nothing was written.')
  } finally {
    asking.close()
  }
}
