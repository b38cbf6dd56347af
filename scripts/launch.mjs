/**
 * Runs `npm start`, `npm test`, `npm run honbu -- COMMAND` and `npm run run -- FILE`: fetches a new enough Node
 * where the machine's is too old and, at the same time, installs from the lockfile when it has changed, builds the web
 * when its sources have, and goes on in the foreground. When nothing has changed nothing is fetched, so it works offline.
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
import { install, installRest } from './launch/install.mjs'
import { newEnoughNode } from './launch/runtime.mjs'
import { startServer } from './launch/start-server.mjs'

const commands = {
  start: startServer,
  dev: (node, args) => runHere(node, [path.join(project, 'scripts/dev.ts'), ...args]),
  test: (node, args) => runHere(node, [path.join(project, 'scripts/test.ts'), ...args]),
  honbu: (node, args) => runHere(node, [path.join(project, 'server/src/command.ts'), ...args], { cwd: whereAsked() }),
  run: (node, args) => {
    if (args.length === 0) throw new Failure('Which file? npm run run -- FILE [arguments]')
    return runHere(node, args, { cwd: whereAsked() })
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
  const [node, isComplete] = await Promise.all([newEnoughNode(), install()])
  if (!isComplete) await installRest(node)
  process.exitCode = await commands[name](node, args)
} catch (error) {
  console.error(error instanceof Failure ? error.message : error)
  process.exitCode = 1
}
