import { type Profiler, Session } from 'node:inspector/promises'

const session = new Session()

/** Begins to watch where the processor's time of this process goes. */
export async function startProfile(): Promise<object> {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.start')
  return {}
}

/** Ends it. @returns by whose code, its share of the time in which the process was not idle; the largest first */
export async function stopProfile(): Promise<readonly (readonly [string, number])[]> {
  const { profile } = await session.post('Profiler.stop')
  session.disconnect()
  return sharesOf(profile)
}

/** The shares of a profile: of packages, of Node itself, and of folders of our own. */
export function sharesOf({
  nodes,
  samples = [],
  timeDeltas = [],
}: Profiler.Profile): readonly (readonly [string, number])[] {
  const owners = new Map<number, string>()
  // What has no source of its own is the work of whoever calls it. A node stands before those that it calls.
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id])))
  for (const { id, callFrame } of nodes) owners.set(id, ownerOf(callFrame) ?? owners.get(callers.get(id) ?? 0) ?? 'V8')
  const times = new Map<string, number>()
  samples.forEach((id, index) => {
    const owner = owners.get(id) ?? ''
    times.set(owner, (times.get(owner) ?? 0) + (timeDeltas[index] ?? 0))
  })
  // Waiting, and the watching itself.
  for (const none of ['(idle)', 'inspector']) times.delete(none)
  const whole = [...times.values()].reduce((sum, time) => sum + time, 0)
  return [...times].map(([owner, time]) => [owner, time / whole] as const).toSorted(([, one], [, other]) => other - one)
}

function ownerOf({ url, functionName }: Profiler.Profile['nodes'][number]['callFrame']): string | undefined {
  if (url === 'node:inspector') return 'inspector'
  if (url.startsWith('node:')) return 'Node'
  const packages = url.split('/node_modules/')
  if (packages.length > 1) {
    const [scope = '', name] = packages.at(-1)?.split('/') ?? []
    return scope.startsWith('@') ? `${scope}/${name}` : scope
  }
  const own = /\/(?:contract|server|bench)\/(?:src\/)?([\w-]+)/.exec(url)
  if (own) return url.includes('/contract/') ? 'contract' : (own[1] ?? 'server')
  // Of V8 itself.
  return /^\((root|garbage collector|idle|program)\)$/.test(functionName) ? functionName : undefined
}
