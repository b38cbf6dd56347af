import { appendFileSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { temporaryFolder } from '../gocardless/test-bank.ts'
import { openJournal } from './journal.ts'

const { folder, remove } = temporaryFolder()
afterAll(remove)

async function readBack(file: string) {
  const read: [string, string, unknown][] = []
  const journal = await openJournal(file, (...line) => void read.push(line))
  return { read, journal }
}

it('remembers the last of each id, in the order in which they were first put', async () => {
  const file = path.join(folder, 'order.jsonl')
  const { journal } = await readBack(file)
  journal.put('a', '1', { text: 'first' })
  await journal.kept()
  journal.put('a', 'x"y', 'a quotation mark')
  journal.put('a', 'x"z', 'another')
  journal.put('a', '1', { text: 'last' })
  await journal.close()
  const again = await readBack(file)
  expect(again.read).toEqual([
    ['a', '1', { text: 'last' }],
    ['a', 'x"y', 'a quotation mark'],
    ['a', 'x"z', 'another'],
  ])
  await again.journal.close()
})

it('leaves out a last line that was cut off, and goes on', async () => {
  const file = path.join(folder, 'cut.jsonl')
  const { journal } = await readBack(file)
  journal.put('a', '1', 1)
  await journal.close()
  appendFileSync(file, '["a","2",{"tex')
  const cut = await readBack(file)
  cut.journal.put('a', '3', 3)
  await cut.journal.close()
  const again = await readBack(file)
  expect(again.read).toEqual([
    ['a', '1', 1],
    ['a', '3', 3],
  ])
  await again.journal.close()
})

it('is written anew when most of it is old', async () => {
  const file = path.join(folder, 'old.jsonl')
  const { journal } = await readBack(file)
  for (let count = 0; count < 1100; count += 1) {
    journal.put('a', '1', count)
    await journal.kept()
  }
  await journal.close()
  const before = statSync(file).size
  const again = await readBack(file)
  expect(again.read).toEqual([['a', '1', 1099]])
  await again.journal.close()
  expect(statSync(file).size).toBeLessThan(before / 100)
  expect(readFileSync(file, 'utf8')).toBe('["a","1",1099]\n')
})
