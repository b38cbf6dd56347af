import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { answerNothing } from './errors.ts'

interface Web {
  readonly dist: string
  readonly basePath: string
  /** What every page says above the application. */
  readonly notice?: string | null
}

/**
 * Serves the built web application: its files, and its page for every address that is a screen. The page is told the
 * base path it is mounted under by its `<base>` element; one build serves any.
 */
export async function serveWeb(app: FastifyInstance, { dist, basePath, notice }: Web) {
  const page = await readPage(dist, basePath, notice)

  await app.register(async assets => {
    assets.addHook('onRoute', route => {
      route.config = { ...route.config, access: 'anyone' }
    })
    await assets.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: false,
      preCompressed: true,
      // The names of built files contain their hash.
      setHeaders: (reply, path) =>
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
  })

  app.setNotFoundHandler((request, reply) => {
    const { pathname } = new URL(request.raw.url ?? '/', 'http://localhost')
    if (!isScreen(request.method, pathname.slice(basePath.length), request.headers.accept))
      return answerNothing(request, reply)
    return reply.type('text/html').header('cache-control', 'no-cache').send(page)
  })
}

/** A file or a call that is missing must not be answered with a page. */
function isScreen(method: string, path: string, accept = ''): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (/^\/(api|assets|connect|_configuration|GoCardless|Identity|sandbox)(\/|$)/.test(path)) return false
  // A file, such as those that scanners look for: /.env, /wp-login.php.
  if (/\/\.|\.[a-z0-9]{1,8}$/i.test(path)) return false
  return accept.includes('text/html') || accept.includes('*/*')
}

async function readPage(dist: string, basePath: string, notice: string | null = null): Promise<string> {
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  const page = html.replace('<head>', `<head>\n    <base href="${basePath}/">`)
  return notice === null ? page : page.replace('<body>', `<body>\n    <p role="note">${notice}</p>`)
}
