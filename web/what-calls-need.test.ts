import { readdirSync, readFileSync } from 'node:fs'
import { contract } from '@honbu/contract/contract.ts'
import { parseAst, transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { onlyWhatCallsNeed } from './what-calls-need.ts'

const folder = new URL('../contract/src/', import.meta.url)

/** A file of the contract as the browser gets it. */
async function built(file: string): Promise<string> {
  const { transform } = onlyWhatCallsNeed()
  if (typeof transform !== 'object') throw new Error('The plugin has no transform.')
  const { code } = await transformWithOxc(readFileSync(new URL(file, folder), 'utf8'), file)
  // Of the bundler's context the plugin uses the parser alone.
  return (transform.handler.call({ parse: parseAst } as never, code, file) as { code: string }).code
}

test('the browser knows of each call whether it is for admins, or for a right', async () => {
  const files = readdirSync(folder).filter(file => /^[^.]+\.ts$/.test(file))
  const inBrowser = (await Promise.all(files.map(built))).flatMap(code =>
    [...code.matchAll(/\bneeds: '(\w+)'/g)].map(([, need]) => need),
  )
  const declared = Object.values(contract).flatMap(({ needs }) => needs ?? [])
  expect(inBrowser.toSorted()).toEqual(declared.toSorted())
})
