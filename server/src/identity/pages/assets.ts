import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { open } from './parts.ts'

const fonts = ['latin-400', 'latin-600', 'latin-ext-400', 'latin-ext-600'].map(
  face => `ibm-plex-sans-${face}-normal.woff2`,
)

/** Its package hands out modules only; the bundle for pages lies beside them. */
const browserLibrary = (resolve: (name: string) => string) =>
  resolve('@simplewebauthn/browser').replace(/(@simplewebauthn[\\/]browser)[\\/].*$/, '$1')

/** The style sheet, scripts and fonts of the pages, kept in memory: they are few and small. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  const css = await readFile(path.join(import.meta.dirname, '../assets/identity.css'))
  const files = new Map([['identity.css', { type: 'text/css; charset=utf-8', content: css }]])
  const script = { type: 'text/javascript; charset=utf-8' }
  const passkeys = await readFile(path.join(import.meta.dirname, '../assets/passkeys.js'))
  files.set('passkeys.js', { ...script, content: passkeys })
  const library = await readFile(path.join(browserLibrary(resolve), 'dist/bundle/index.umd.min.js'))
  files.set('simplewebauthn.js', { ...script, content: library })
  for (const name of ['password-strength.js', 'close-window.js'])
    files.set(name, { ...script, content: await readFile(path.join(import.meta.dirname, '../assets', name)) })
  for (const part of ['core', 'language-common']) {
    const bundle = path.join(path.dirname(resolve(`@zxcvbn-ts/${part}`)), 'zxcvbn-ts.js')
    files.set(`zxcvbn-${part.replace('language-', '')}.js`, { ...script, content: await readFile(bundle) })
  }
  for (const name of fonts) {
    const content = await readFile(resolve(`@fontsource/ibm-plex-sans/files/${name}`))
    files.set(name, { type: 'font/woff2', content })
  }
  // Fonts are as small as they get.
  const zipped = new Map(
    [...files].map(([name, file]) => [
      name,
      { ...file, zipped: file.type === 'font/woff2' ? null : gzipSync(file.content) },
    ]),
  )
  app.get<{ Params: { name: string } }>('/Identity/assets/:name', open, async (request, reply) => {
    const file = zipped.get(request.params.name)
    if (!file) return reply.callNotFound()
    reply.type(file.type).headers({ 'cache-control': 'public, max-age=3600', vary: 'accept-encoding' })
    if (!file.zipped || !/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.content)
    return reply.header('content-encoding', 'gzip').send(file.zipped)
  })
}
