import { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { counter } from './archive.ts'

it('passes on all that it counts, also to someone who begins to read later', async () => {
  const { stream, passed } = counter()
  Readable.from([Buffer.from('take '), Buffer.from('the register')]).pipe(stream)
  // A store is asked first whether it takes a file.
  for (let turn = 0; turn < 10; turn++) await immediate()
  expect(String(Buffer.concat(await stream.toArray()))).toBe('take the register')
  expect(passed().bytes).toBe(17)
})
