import { execFileSync } from 'node:child_process'
import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Copies the project as it is now, uncommitted files included, to a temporary folder. Packages are linked. Workspaces are
 * linked to the copy's own folders.
 * @returns the folder, which the caller removes
 */
export function copyProject(project: string): string {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'honbu-faults-')))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const file of new Set(listed.split('\0').filter(Boolean)))
    copy(path.join(project, file), path.join(folder, file))
  linkPackages(path.join(project, 'node_modules'), path.join(folder, 'node_modules'))
  return folder
}

function copy(from: string, to: string): void {
  const found = lstatSync(from, { throwIfNoEntry: false })
  // Deleted, and not committed yet.
  if (!found) return
  mkdirSync(path.dirname(to), { recursive: true })
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to)
  else copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

/** Caches stay behind: two builds of different sources would share them. */
const caches = ['.vite', '.vite-temp', '.cache']

function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (caches.includes(entry.name)) continue
    if (entry.isSymbolicLink() || entry.isFile()) copy(source, target)
    else if (entry.name.startsWith('@')) linkPackages(source, target)
    else symlinkSync(source, target)
  }
}
