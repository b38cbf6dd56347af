import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync } from 'node:fs'
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

/** Group and others: they get no rights in what holds personal data and keys. */
const others = 0o077

/**
 * As root the embedded Postgres runs as another user, who has to get through to its own folder. They can't list the data
 * folder, and everything beside theirs is closed.
 */
const folderMode = process.getuid?.() === 0 ? 0o711 : 0o700

/**
 * Takes the rights of group and others off a file, or a folder and everything in it. Links stay as they are, and so does
 * what belongs to another user.
 */
export function closeToOthers(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return
  if (found.mode & others) close(file, found.mode & 0o700)
  if (found.isDirectory()) for (const name of readdirSync(file)) closeToOthers(path.join(file, name))
}

function close(file: string, mode: number): void {
  try {
    chmodSync(file, mode)
  } catch (error) {
    if (!['EPERM', 'ENOENT', 'EROFS'].includes(codeOf(error) ?? '')) throw error
  }
}

/**
 * Closes an older data folder, which may have uploaded files that others could read. Sandboxes,
 * keys and Postgres have always closed their own.
 */
function closeDataFolder(folder: string): void {
  if ((lstatSync(folder).mode & others & ~folderMode) === 0) return
  closeToOthers(path.join(folder, 'files'))
  close(folder, folderMode)
}

/**
 * Makes the data folder when it is not there, and closes it to other users of the machine.
 * @returns its path, without links
 * @throws CannotStart where this user cannot write in it
 */
export function writableFolder(dataDir: string): string {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const folder = realpathSync(dataDir)
    closeDataFolder(folder)
    return folder
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
