import path from 'node:path'
import type { Rolldown } from 'vite'

const source = (file: string) => path.join(import.meta.dirname, 'src', file)

/**
 * One file for what the shell and the dashboard are made of, and one for the small things that many screens share: the
 * bundler's own would be fifty for each screen, each compressed by itself and each a request, of which a browser makes six
 * at a time. Not what the entry holds, which a silent sign-in loads too, and nothing that only the dashboard has: who opens
 * a register does without it.
 */
export const sharedFiles: Rolldown.CodeSplittingGroup[] = [
  {
    name: fileOf,
    debugName: 'first load',
    includeDependenciesRecursively: false,
  },
  {
    name: 'icons',
    // Which of them a screen takes, only the bundler knows.
    test: /@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]icons[\\/]/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
]

type File = 'libraries' | 'shell' | 'common'

function fileOf(id: string, context: Rolldown.ChunkingContext): File | null {
  // Rolldown asks about each module, and the modules are the same for as long as one build lasts.
  const known = files.get(context) ?? filesOf(context)
  files.set(context, known)
  return known.get(id) ?? null
}

const files = new WeakMap<Rolldown.ChunkingContext, ReadonlyMap<string, File>>()

function filesOf(context: Rolldown.ChunkingContext): ReadonlyMap<string, File> {
  const first = firstLoad(context)
  const entry = reached(context, source('main.tsx'))
  const common = shared(context, new Set([...first, ...entry]))
  const file = (id: string): File => (/[\\/]node_modules[\\/]/.test(id) ? 'libraries' : 'shell')
  return new Map([...[...first].map(id => [id, file(id)] as const), ...common.map(id => [id, 'common'] as const)])
}

/** Each with all that it needs itself: two files that need each other would run in an order of which neither knows. */
function firstLoad(context: Rolldown.ChunkingContext): Set<string> {
  const shown = [...reached(context, source('dashboard/Dashboard.tsx'))]
  const shared = shown.filter(id => !id.startsWith(source('dashboard/')))
  const first = reached(context, source('app/start.tsx'), ...shared)
  for (const id of reached(context, source('main.tsx'))) first.delete(id)
  // What is itself loaded on demand keeps a file of its own: together with what it needs, it would not find its exports.
  first.delete(source('app/start.tsx'))
  return first
}

const many = 8
/** Characters as they are written, of a module with all that it needs and the shell does not have. */
const small = 2_500

/** What is small and needed by many of the parts that are loaded on demand. */
function shared(context: Rolldown.ChunkingContext, had: ReadonlySet<string>): string[] {
  const parts = partsOf(context)
  const users = new Map<string, number>()
  for (const part of parts) for (const id of reached(context, part)) users.set(id, (users.get(id) ?? 0) + 1)
  const size = (id: string) => context.getModuleInfo(id)?.code?.length ?? 0
  return [...users.keys()].filter(id => {
    if (had.has(id) || parts.has(id) || (users.get(id) ?? 0) < many) return false
    const needs = [...reached(context, id)].filter(each => !had.has(each))
    return needs.reduce((sum, each) => sum + size(each), 0) <= small
  })
}

/** What is loaded on demand, from wherever. */
function partsOf(context: Rolldown.ChunkingContext): Set<string> {
  const parts = new Set<string>()
  const open = [source('main.tsx')]
  for (let from = open.pop(); from !== undefined; from = open.pop())
    for (const id of reached(context, from))
      for (const part of context.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
        if (!parts.has(part)) {
          parts.add(part)
          open.push(part)
        }
  return parts
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
