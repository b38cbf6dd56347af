import { Worker } from 'node:worker_threads'
import { startsWith } from './decode-text.ts'
import { type FileContent, type HowToRead, readFileContent } from './read-file.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A large workbook takes two seconds. */
const longest = 30_000

/** A list of this size without anything packed in it is read before a thread would have begun. */
const isSmall = (bytes: Uint8Array) => bytes.length < 200_000 && !startsWith(bytes, [0x50, 0x4b])

/**
 * The same as `readFileContent` on a thread of its own: other requests go on meanwhile, and a file that is made to take
 * all memory or time takes down its thread and no more.
 * @throws UnreadableFile
 */
export async function readInWorker(bytes: Uint8Array, how: HowToRead): Promise<FileContent> {
  if (isSmall(bytes)) return readFileContent(bytes, how)
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { bytes, how },
    resourceLimits: { maxOldGenerationSizeMb: 700 },
  })
  const tooMuch = new UnreadableFile('The file takes too long to read. Save only the list itself, as CSV.')
  try {
    return await new Promise<FileContent>((resolve, reject) => {
      const timer = setTimeout(() => reject(tooMuch), longest)
      worker.once('message', ({ content, reason }: { content?: FileContent; reason?: string }) => {
        clearTimeout(timer)
        if (content) resolve(content)
        else reject(new UnreadableFile(reason ?? ''))
      })
      worker.once('error', (error: Error & { code?: string }) => {
        clearTimeout(timer)
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch : error)
      })
    })
  } finally {
    await worker.terminate()
  }
}
