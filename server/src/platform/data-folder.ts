import { accessSync, constants, existsSync, mkdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { CannotStart, codeOf, reasonOf } from './cannot-start.ts'

/** What to say of a failure to write in the data folder. */
export function unusableFolder(folder: string, error: unknown): CannotStart {
  const code = codeOf(error)
  const who = process.getuid ? ` for user ${process.getuid()}` : ''
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new CannotStart(
      `HONBU_DATA must be a folder that can be written: there is no permission${who} in ${folder}.`,
    )
  return new CannotStart(`HONBU_DATA must be a folder that can be written: ${reasonOf(error)}.`, { cause: error })
}

/**
 * Makes the data folder when it is not there.
 * @returns its path, without links
 * @throws CannotStart where this user cannot write in it
 */
export function writableFolder(dataDir: string): string {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return realpathSync(dataDir)
  } catch (error) {
    throw unusableFolder(dataDir, error)
  }
}

/** With its parents. Node's own `recursive` goes round for ever below a folder such as /proc, in which nothing can be made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have been quicker.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
