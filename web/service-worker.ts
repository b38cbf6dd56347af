import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Tells the service worker what this build consists of: every script and style, and the fonts of Latin text. Other fonts
 * are kept when they are used. The name of the build changes with the files and with the worker itself.
 */
export function fillServiceWorker(): Plugin {
  return {
    name: 'fill-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const worker = bundle[serviceWorkerFile]
      if (worker?.type !== 'chunk') throw new Error('The service worker is not in the build.')
      if (worker.imports.length > 0) throw new Error('The service worker must be one file.')
      const files = Object.keys(bundle)
        .filter(file => /\.(js|css)$/.test(file) || /-latin-\d+-normal[\w-]*\.woff2$/.test(file))
        .filter(file => file !== serviceWorkerFile && !ofChat.test(file))
        .sort()
      const build = createHash('sha256').update(worker.code).update(files.join('\n')).digest('hex').slice(0, 12)
      worker.code = worker.code.replace('__FILES__', JSON.stringify(files)).replace('__BUILD__', JSON.stringify(build))
    },
  }
}

/** The support chat is no use without a connection, and none where it is not set up. */
const ofChat = /(^|\/)(support-chat|intercom|chatwoot)-/

/** At the base path, because a worker has to do with what lies beside and below it. */
export const serviceWorkerFile = 'service-worker.js'
