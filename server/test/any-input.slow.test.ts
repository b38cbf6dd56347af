import { contract } from '@honbu/contract/contract.ts'
import fc from 'fast-check'
import { afterAll, it } from 'vitest'
import { freshDatabase } from './database.ts'
import { openFuzz } from './fuzz.ts'
import { casesOf } from './fuzz-case.ts'

const fuzz = await openFuzz(await freshDatabase())
afterAll(fuzz.close)

/** Cases for each call. `npm run fuzz` sends ten thousand. */
const numRuns = 20

it.each(Object.entries(contract))(
  '%s answers any input from anyone with 2xx or 4xx, and leaks nothing',
  async (name, endpoint) => {
    const cases = casesOf(endpoint, await fuzz.rightInput(name))
    await fc.assert(
      fc.asyncProperty(cases, async given => void (await fuzz.run(name, given))),
      { numRuns },
    )
  },
)
