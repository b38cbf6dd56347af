import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Resolves the product's own modules by their address alone. Node reads links and looks for a package.json for each,
 * which is a third of the time that loading the server takes.
 */
export function resolveQuickly(project: string): void {
  const own = pathToFileURL(`${project}/`).href
  registerHooks({
    resolve(specifier, context, next) {
      const parent = context.parentURL ?? ''
      if (!specifier.endsWith('.ts') || !parent.startsWith(own) || parent.includes('/node_modules/'))
        return next(specifier, context)
      const [, workspace, file] = /^@honbu\/(\w+)\/(.+)$/.exec(specifier) ?? []
      const url = workspace ? new URL(`${workspace}/src/${file}`, own) : new URL(specifier, parent)
      // Node says best which module asks for one that isn't there.
      if (!existsSync(fileURLToPath(url))) return next(specifier, context)
      return { url: url.href, format: 'module-typescript', shortCircuit: true }
    },
  })
}
