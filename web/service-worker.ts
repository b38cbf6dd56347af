import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/**
 * Tells the service worker what this build consists of: every script and style, and the fonts of Latin text, each with the
 * hash of what was written. Other fonts are kept when they are used. The name of the build changes with the files and with
 * the worker itself.
 */
export function fillServiceWorker(): Plugin {
  return {
    name: 'fill-service-worker',
    apply: 'build',
    writeBundle: {
      // What comes before may still change a file, and what comes after compresses the worker.
      order: 'pre',
      sequential: true,
      handler({ dir = '' }, bundle) {
        const worker = bundle[serviceWorkerFile]
        if (worker?.type !== 'chunk') throw new Error('The service worker is not in the build.')
        if (worker.imports.length > 0) throw new Error('The service worker must be one file.')
        const files = Object.keys(bundle)
          .filter(file => /\.(js|css)$/.test(file) || /-latin-\d+-normal[\w-]*\.woff2$/.test(file))
          .filter(file => file !== serviceWorkerFile && !ofChat.test(file))
          .sort()
          .map(file => ({ file, integrity: integrityOf(path.join(dir, file)) }))
        const written = path.join(dir, serviceWorkerFile)
        const code = readFileSync(written, 'utf8')
        const list = JSON.stringify(files)
        const build = createHash('sha256').update(code).update(list).digest('hex').slice(0, 12)
        writeFileSync(written, code.replace('__FILES__', list).replace('__BUILD__', JSON.stringify(build)))
      },
    },
  }
}

const integrityOf = (file: string) => `sha256-${createHash('sha256').update(readFileSync(file)).digest('base64')}`

/** The support chat is no use without a connection, and none where it is not set up. */
const ofChat = /(^|\/)(support-chat|intercom|chatwoot)-/

/** At the base path, because a worker has to do with what lies beside and below it. */
export const serviceWorkerFile = 'service-worker.js'
