import { parentPort, workerData } from 'node:worker_threads'
import { readFileContent } from './read-file.ts'
import { UnreadableFile } from './unreadable-file.ts'

// The thread of read-in-worker.ts: reads one file, says what it has read, and ends.
const { bytes, how } = workerData
try {
  parentPort?.postMessage({ content: readFileContent(bytes, how) })
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error
  parentPort?.postMessage({ reason: error.message })
}
