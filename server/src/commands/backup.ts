import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import project from '../../../package.json' with { type: 'json' }
import { contentsOf, makeBackup, sourceOf } from '../backup/index.ts'
import { CannotStart } from '../platform/cannot-start.ts'
import { openStorage } from '../platform/storage.ts'
import type { Command } from './command.ts'
import { onlyWord, withDatabase } from './open.ts'

const usage = 'backup FOLDER [--yes]'

export const command: Command = {
  words: 'FOLDER [--yes]',
  does: 'Writes everything into a new folder, as it is at one moment, while Honbu may run. It only reads.',
  run: async args => {
    const folder = onlyWord(
      args.filter(word => word !== '--yes'),
      usage,
    )
    await withDatabase(async ({ config, database }) => {
      const manifest = await makeBackup({
        ...{ pool: database.direct.pool, folder, version: project.version, now: new Date() },
        files: openStorage(config),
        key: path.join(config.dataDir, 'secret.key'),
        isRight: async ({ clubs, source }) => {
          if (clubs > 0 || args.includes('--yes')) return
          await demandYes(`${source?.name} at ${source?.host} has no clubs. Back it up anyway?`)
        },
      })
      console.log(`Read ${sourceOf(manifest)}.`)
      console.log(`${folder} holds ${contentsOf(manifest)}. Anyone who has it can read them: keep it safe.`)
    }, true)
  },
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
