import path from 'node:path'
import type { Rolldown } from 'vite'

const source = (file: string) => path.join(import.meta.dirname, 'src', file)

/**
 * One file for what the shell and the dashboard are made of: the bundler's own would be fifty, each compressed by itself
 * and each a request. Not what the entry holds, which a silent sign-in loads too, and nothing that only the dashboard has:
 * who opens a register does without it.
 */
export const firstLoad: Rolldown.CodeSplittingGroup = {
  name: (id, context) => (isOfFirstLoad(id, context) ? 'shell' : null),
  debugName: 'first load',
  includeDependenciesRecursively: false,
}

function isOfFirstLoad(id: string, context: Rolldown.ChunkingContext): boolean {
  // Rolldown asks about each module, and the modules are the same for as long as one build lasts.
  const known = modules.get(context) ?? modulesOf(context)
  modules.set(context, known)
  return known.has(id)
}

const modules = new WeakMap<Rolldown.ChunkingContext, ReadonlySet<string>>()

/** Each with all that it needs itself: two files that need each other would run in an order of which neither knows. */
function modulesOf(context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const shown = [...reached(context, source('dashboard/Dashboard.tsx'))]
  const shared = shown.filter(id => !id.startsWith(source('dashboard/')))
  const first = reached(context, source('app/start.tsx'), ...shared)
  for (const id of reached(context, source('main.tsx'))) first.delete(id)
  // What is itself loaded on demand keeps a file of its own: together with what it needs, it would not find its exports.
  first.delete(source('app/start.tsx'))
  return first
}

/** The modules that are loaded with one of these, without those that it loads on demand. */
function reached(context: Rolldown.ChunkingContext, ...from: string[]): Set<string> {
  const found = new Set<string>()
  for (let id = from.pop(); id !== undefined; id = from.pop()) {
    if (found.has(id)) continue
    found.add(id)
    // It names every icon there is, of which each screen takes a few.
    if (!/@tabler[\\/]icons-react/.test(id)) from.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}
