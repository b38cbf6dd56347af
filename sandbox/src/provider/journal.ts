import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import path from 'node:path'

/** What a sandbox remembers: values by kind and id, in the order in which they were first put. */
export interface Journal {
  put(kind: string, id: string, value: unknown): void
  /** Resolves once everything put so far is in the file, where it outlives the process. */
  kept(): Promise<void>
  close(): Promise<void>
}

/**
 * A file of lines `[kind, id, value]`, of which the last about an id counts. What is put is written soon after, many
 * lines at a time, so that ten thousand payments cost a few hundred writes. A last line that was cut off by a crash had
 * not been promised to anyone, and is left out.
 * @param read is called for each value in the file, before this returns
 */
export async function openJournal(
  file: string,
  read: (kind: string, id: string, value: unknown) => void,
): Promise<Journal> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  readBack(file, read)
  const handle = await open(file, 'a', 0o600)
  const waiting = new Map<string, readonly [kind: string, id: string, value: unknown]>()
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    // What else is put in this turn goes into the same write.
    await new Promise<void>(soon => setImmediate(soon))
    try {
      while (waiting.size > 0) {
        const lines = [...waiting.values()].map(line => `${JSON.stringify(line)}\n`).join('')
        waiting.clear()
        await writeWhole(handle, lines)
      }
    } finally {
      writing = undefined
    }
  }

  const kept = async () => {
    while (writing) await writing
  }
  return {
    put(kind, id, value) {
      waiting.set(`${kind} ${id}`, [kind, id, value])
      if (writing) return
      writing = write()
      // Whoever waits for it is told; nobody may.
      writing.catch(() => {})
    },
    kept,
    async close() {
      await kept()
      await handle.close()
    },
  }
}

async function writeWhole(handle: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, from)
    from += bytesWritten
  }
}

function readBack(file: string, read: (kind: string, id: string, value: unknown) => void): void {
  if (!existsSync(file)) return
  const lines = readFileSync(file, 'utf8').split('\n')
  // Empty where the last line was written whole.
  const cutOff = lines.pop()
  const last = new Map<string, string>()
  const keyOf = /^\["[^"]*","(?:[^"\\]|\\.)*"/
  for (const line of lines) last.set(keyOf.exec(line)?.[0] ?? line, line)
  for (const line of last.values()) {
    // Written by `put` above.
    const [kind, id, value] = JSON.parse(line) as [string, string, unknown]
    read(kind, id, value)
  }
  if (cutOff === '' && lines.length < 2 * last.size + 1000) return
  writeFileSync(`${file}.new`, [...last.values()].map(line => `${line}\n`).join(''), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
