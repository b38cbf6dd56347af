import path from 'node:path'
import { buildWeb, isWebBuilt } from './build-web.mjs'
import { project, runHere } from './common.mjs'
import { begin, end, endAll } from './progress.mjs'

/**
 * Runs the server in the foreground and, where the web has to be built, builds it at the same time: the server fills its
 * database meanwhile, and listens when it gets the message `webBuilt`.
 * @returns the server's exit code
 */
export async function startServer(node, args) {
  const file = path.join(project, 'server/src/main.ts')
  if (isWebBuilt()) return await runHere(node, [file, '--launched', ...args], { onStart: showSteps })
  const serverEnded = new AbortController()
  const failure = { error: undefined }
  const code = await runHere(node, [file, '--launched', '--await-web', ...args], {
    onStart: child => {
      showSteps(child)
      buildWeb(node, serverEnded.signal).then(
        () => child.connected && child.send('webBuilt', () => {}),
        error => {
          if (serverEnded.signal.aborted) return
          failure.error = error
          child.kill('SIGTERM')
        },
      )
    },
  })
  serverEnded.abort()
  if (failure.error) throw failure.error
  return code
}

/** The server's steps, which it reports as `{ begun }` and `{ ended, isDone }`. */
function showSteps(child) {
  child.on('message', ({ begun, ended, isDone }) => {
    if (begun) begin(begun)
    if (ended) end(ended, isDone)
  })
  child.on('exit', endAll)
}
