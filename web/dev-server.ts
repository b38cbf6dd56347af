/** Vite for `npm run dev`: serves the web's modules as they are written and hands every other request to the server. */
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { serviceWorkerFile } from './service-worker.ts'

const root = import.meta.dirname
/** Every package is below this folder, whichever of them Vite reads. */
const packages = fileURLToPath(import.meta.resolve('vite')).replace(/([\\/]node_modules)[\\/].*$/, '$1')

export interface DevWebOptions {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly basePath: string
  /** The server's own address. */
  readonly target: string
  /** Settles once the server can answer a request, or with `false` when it can't. */
  readonly isServerReady: () => Promise<boolean>
  /** The folder for what Vite prepares once: the packages, bundled. */
  readonly cacheDir: string
}

/** Starts to prepare, and doesn't listen yet. */
export function openDevWeb(options: DevWebOptions): Promise<ViteDevServer> {
  const { host, port, baseUrl, basePath, target, isServerReady, cacheDir } = options
  const isPart = partsOfWeb(basePath)
  return createServer({
    root,
    base: `${basePath}/`,
    configFile: path.join(root, 'vite.config.ts'),
    configLoader: 'native',
    cacheDir,
    clearScreen: false,
    // The server writes the page, as it does for a build.
    appType: 'custom',
    css: { devSourcemap: true },
    plugins: [preambleAsFile(basePath), serviceWorker(basePath)],
    server: {
      host,
      port,
      strictPort: true,
      allowedHosts: [new URL(baseUrl).hostname],
      cors: false,
      // The data folder with its keys is in the project too.
      fs: { allow: [root, path.join(root, '../contract'), packages, cacheDir] },
      proxy: {
        '^/': {
          target,
          xfwd: true,
          bypass: async ({ url = '/' }, response) => {
            if (isPart(url)) return url
            if (!(await isServerReady()) && response) refuse(response)
            return response?.writableEnded ? url : undefined
          },
        },
      },
    },
  })
}

/** The page as the server expects it from a build, with Vite's client in it. */
export function devPage(vite: ViteDevServer): Promise<string> {
  return vite.transformIndexHtml('/', readFileSync(path.join(root, 'index.html'), 'utf8'))
}

/** Recognises the addresses that Vite answers: modules, packages, its own client and the files of `public/`. */
function partsOfWeb(basePath: string): (url: string) => boolean {
  const files = new Set([...readdirSync(path.join(root, 'public')), serviceWorkerFile])
  return url => {
    const [address = ''] = url.split('?', 1)
    if (address.startsWith('/__open-in-editor')) return true
    if (!address.startsWith(`${basePath}/`)) return false
    const below = address.slice(basePath.length + 1)
    return files.has(below) || /^(@|src\/|node_modules\/)/.test(below)
  }
}

function refuse(response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end('The server has stopped. The terminal says why. It starts again with your next change.\n')
}

/**
 * React's fast refresh begins with a script in the page, which the product's Content-Security-Policy forbids. The same
 * script is also a module, so that the policy stays what it is in production.
 */
function preambleAsFile(basePath: string): Plugin {
  return {
    name: 'preamble-as-file',
    transformIndexHtml: {
      order: 'post',
      handler: html => {
        const written = /<script type="module">[^<]*injectIntoGlobalHook[^<]*<\/script>/
        if (!written.test(html)) throw new Error("The preamble of React's fast refresh is not in the page.")
        const address = `${basePath}/@id/__x00__@vitejs/plugin-react/preamble`
        return html.replace(written, `<script type="module" src="${address}"></script>`)
      },
    },
  }
}

/** Serves the service worker at its address in a build, as a module. It has no list of files: it keeps what is used. */
function serviceWorker(basePath: string): Plugin {
  return {
    name: 'dev-service-worker',
    configureServer(vite) {
      vite.middlewares.use(`${basePath}/${serviceWorkerFile}`, (_request, response, next) => {
        vite.environments.client
          .transformRequest('/src/offline/service-worker.ts')
          .then(result => {
            const code = result?.code.replaceAll('__FILES__', '[]').replaceAll('__BUILD__', '"development"')
            response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(code)
          })
          .catch(next)
      })
    },
  }
}
