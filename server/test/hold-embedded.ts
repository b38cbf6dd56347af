/**
 * Run by tests as a process of its own: opens the embedded database of a folder, writes a row, and stays until
 * it is killed or the test is gone.
 */
import pg from 'pg'
import { orExit } from '../src/platform/cannot-start.ts'
import { openEmbedded } from '../src/platform/embedded-postgres.ts'

await orExit(async () => {
  const [folder = '', as] = process.argv.slice(2)
  const embedded = await openEmbedded(folder, { as: as === 'server' ? 'server' : 'guest' })
  const client = new pg.Client(embedded.connection)
  process.once('disconnect', async () => {
    await client.end()
    await embedded.stop()
    process.exit()
  })
  await client.connect()
  // Two that make the same table at once get in each other's way, `if not exists` or not.
  await client.query('select pg_advisory_lock(1)')
  await client.query('create table if not exists written (pid int)')
  await client.query('select pg_advisory_unlock(1)')
  await client.query('insert into written values ($1)', [process.pid])
  console.log('written')
})
