/**
 * The product in a process of its own, as `npm start` runs it but for the clock: it is a Tuesday evening in spring, so
 * that what the screens show does not depend on when the tests run. Told its data folder and base path by its
 * environment, it says its address to the process that started it and stops with it.
 */
import { readConfig } from '@honbu/server/platform/config.ts'
import { type Closers, closeAll, start } from '@honbu/server/start.ts'
import { evening } from './evening.ts'

const closers: Closers = []
const { config } = await start(readConfig(process.env), closers, () => evening, 0, { hourly: false })
process.send?.({ address: config.baseUrl + config.basePath })

process.once('disconnect', async () => {
  await closeAll(closers)
  process.exit(0)
})
