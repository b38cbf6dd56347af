import { chownSync, existsSync, lchownSync, readdirSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import { CannotStart } from '../cannot-start.ts'

/** A command line, and as whom to run it. */
interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly as: { readonly uid?: number; readonly gid?: number }
}

/** As whom Postgres runs. It refuses to run as root. */
export interface Runner {
  readonly command: (file: string, args: readonly string[]) => Command
  /** Makes a file or folder belong to whom Postgres runs as. */
  readonly give: (file: string) => void
}

/** nobody and nogroup, the same number on every Linux; the numbers need no entry in /etc/passwd. */
const nobody = { uid: 65_534, gid: 65_534 }

/**
 * Whom to run Postgres as for a cluster folder (which may not exist yet) with programs from another:
 * - an ordinary user: himself;
 * - root: the owner of the folder, so that an ordinary user's clone stays his, or `nobody`;
 * - root where such a user cannot get to the folder or the programs (a project below root's own home, mode 0700):
 *   root without its powers, in a user namespace in which it has another number.
 * @throws CannotStart for root where the last is not possible.
 */
export function runnerFor(cluster: string, programs: string): Runner {
  if (process.getuid?.() !== 0) return { command: (file, args) => ({ file, args, as: {} }), give: () => {} }
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const user = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
  if (canUse(user, path.dirname(cluster)) && canUse(user, path.join(programs, 'postgres')))
    return { command: (file, args) => ({ file, args, as: user }), give: file => giveTo(user, file) }
  const unshare = ['/usr/bin/unshare', '/bin/unshare'].find(file => existsSync(file))
  if (!unshare)
    throw new CannotStart(
      `Postgres does not run as root, and no other user can get to ${path.dirname(cluster)} or ${programs}: ` +
        'start as an ordinary user, move the project, or set HONBU_DATA or DATABASE_URL.',
    )
  const namespace = ['--user', '--map-user=1000', '--map-group=1000', '--']
  return {
    command: (file, args) => ({ file: unshare, args: [...namespace, file, ...args], as: {} }),
    give: file => giveTo({ uid: 0, gid: 0 }, file),
  }
}

type User = typeof nobody

/** Whether the mode bits let the user through every folder above, and read and execute the last. */
function canUse(user: User, target: string): boolean {
  const bits = ({ uid, gid, mode }: Stats) => (uid === user.uid ? mode >> 6 : gid === user.gid ? mode >> 3 : mode) & 7
  const last = statSync(target, { throwIfNoEntry: false })
  if (last && (bits(last) & 5) !== 5) return false
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false })
    if (stats && (bits(stats) & 1) === 0) return false
    if (folder === path.dirname(folder)) return true
  }
}

function giveTo(user: User, file: string): void {
  const stats = statSync(file)
  // A cluster has one owner, unless root has copied it: some copies keep the owner of files, and none that of folders.
  const owners = [stats, statSync(path.join(file, 'PG_VERSION'), { throwIfNoEntry: false })]
  if (owners.every(owner => owner === undefined || owner.uid === user.uid)) return
  if (stats.isDirectory())
    for (const entry of readdirSync(file, { recursive: true, encoding: 'utf8' }))
      lchownSync(path.join(file, entry), user.uid, user.gid)
  chownSync(file, user.uid, user.gid)
}
