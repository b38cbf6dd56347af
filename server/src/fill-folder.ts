/**
 * Fills a new data folder as a first start at a given instant does, works on what that leaves to do, and stops:
 * `node fill-folder.ts FOLDER INSTANT`.
 * It starts as a worker, because that needs no built web.
 */
import { orExit } from './platform/cannot-start.ts'
import { readConfig } from './platform/config.ts'
import { type Closers, closeAll, start } from './start.ts'

const [folder = '', instant = ''] = process.argv.slice(2)
const closers: Closers = []
await orExit(async () => {
  try {
    const { jobs } = await start(
      { ...readConfig({ HONBU_DATA: folder }), role: 'worker' },
      closers,
      () => new Date(instant),
      undefined,
      { hourly: false },
    )
    await jobs.settle()
  } finally {
    if (!(await closeAll(closers))) process.exitCode = 1
  }
})
process.exit()
