/** Why a part of the application did not arrive: refused or unreachable, too slow, or without what it should hold. */
export type ChunkFailure = 'error' | 'timeout' | 'missing'

/** A part of the application that is loaded on demand did not load. `request` is its address as far as it is known. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
  readonly type: ChunkFailure
  readonly request: string

  constructor(type: ChunkFailure, request: string, options?: ErrorOptions) {
    super(`Loading a part of the application failed.\n(${type}: ${request})`, options)
    this.type = type
    this.request = request
  }
}

/** Milliseconds (specification, section 9). */
const timeout = 120_000

/**
 * Loads a part on demand; `pick` takes what is wanted from its module. Throws a ChunkLoadError when it does not arrive.
 * `name` stands for the address where the browser does not tell it.
 */
export async function loadChunk<Module, Part>(
  name: string,
  load: () => Promise<Module>,
  pick: (module: Module) => Part | undefined,
): Promise<Part> {
  const part = pick(await inTime(name, load))
  if (part === undefined) throw new ChunkLoadError('missing', name)
  return part
}

function inTime<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError('timeout', name)), timeout)
    load()
      .then(resolve, (error: unknown) => reject(asChunkError(error, name)))
      .finally(() => clearTimeout(timer))
  })
}

/** A module that arrived and threw while it ran is a mistake of ours, and stays what it is. */
function asChunkError(error: unknown, name: string): unknown {
  const message = error instanceof Error ? error.message : ''
  // Chrome, Firefox, Safari, and Vite for a style sheet.
  if (!/dynamically imported module|importing a module script failed|unable to preload css/i.test(message)) return error
  const address = /(?:https?:\/)?\/\S+/.exec(message)?.[0]
  return new ChunkLoadError('error', address ?? name, { cause: error })
}
