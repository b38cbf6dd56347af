/**
 * What `npm start`, `npm test`, `npm run import`, `backup`, `restore` and `npm run run -- FILE` do: bring a new enough Node where the
 * machine's is too old, install from the lockfile when it has changed, build the web when its sources have, and go on
 * in the foreground. When nothing has changed nothing is fetched, so it works offline.
 *
 * In package.json `start` says `exec` first: that leaves no shell between npm and this file, so that Ctrl-C and SIGTERM
 * reach it and its exit code is npm's. What follows `||` is for Windows, whose shell has no `exec`.
 *
 * Plain JavaScript for Node 18 and newer, because it is what an old Node runs. Tried on Linux, as root and as an
 * ordinary user; for macOS and Windows it is written, not tried.
 */
import path from 'node:path'
import { buildWeb } from './launch/build-web.mjs'
import { Failure, project, runHere } from './launch/common.mjs'
import { install } from './launch/install.mjs'
import { newEnoughNode } from './launch/runtime.mjs'

const commands = {
  start: async (node, args) => {
    await buildWeb(node)
    return runHere(node, [path.join(project, 'server/src/main.ts'), ...args])
  },
  test: (node, args) => runHere(node, [path.join(project, 'scripts/test.ts'), ...args]),
  import: (node, args) => runHere(node, [path.join(project, 'scripts/import.ts'), ...args], whereAsked()),
  backup: (node, args) => runHere(node, [path.join(project, 'scripts/backup.ts'), ...args], whereAsked()),
  restore: (node, args) => runHere(node, [path.join(project, 'scripts/restore.ts'), ...args], whereAsked()),
  run: (node, args) => {
    if (args.length === 0) throw new Failure('Which file? npm run run -- FILE [arguments]')
    return runHere(node, args, whereAsked())
  },
  build: async node => {
    await buildWeb(node)
    return 0
  },
}

/** npm moves to the project; a file named on the command line counts from where the person is. */
function whereAsked() {
  return process.env.INIT_CWD ?? process.cwd()
}

const [name = '', ...args] = process.argv.slice(2)
try {
  if (!Object.hasOwn(commands, name)) throw new Failure(`Which command? One of ${Object.keys(commands).join(', ')}.`)
  const node = await newEnoughNode()
  await install(node)
  process.exitCode = await commands[name](node, args)
} catch (error) {
  console.error(error instanceof Failure ? error.message : error)
  process.exitCode = 1
}
