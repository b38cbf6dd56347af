import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contract } from './contract.ts'

// Documentation, the table of access and the tests of strangers walk over it: what it lacks nobody looks at.
it('has the calls of every file', async () => {
  const known = new Set<unknown>(Object.values(contract))
  const missing: string[] = []
  for (const file of readdirSync(import.meta.dirname).filter(name => /^[^.]+\.ts$/.test(name))) {
    const area: object = await import(`./${file}`)
    for (const [name, value] of Object.entries(area)) {
      const isCall = typeof value === 'object' && value !== null && 'path' in value && 'access' in value
      if (isCall && !known.has(value)) missing.push(`${file}: ${name}`)
    }
  }
  expect(missing).toEqual([])
})
