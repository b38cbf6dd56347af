import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFile } from './keep-file.ts'

const address = 'https://club.example/assets/main-x.js'
const built = 'console.log("built")'
const integrity = `sha256-${createHash('sha256').update(built).digest('base64')}`

let earlier: Response | undefined
let sent: string[]
let asked: { cache: string; redirect: string }[]
let kept: string | undefined

/** As a browser does: an answer with another hash is none. */
const cache = {
  put: async (_address: string, answer: Response) => {
    kept = await answer.text()
  },
  add: async (request: Request) => {
    asked.push({ cache: request.cache, redirect: request.redirect })
    const text = sent.shift() ?? ''
    if (`sha256-${createHash('sha256').update(text).digest('base64')}` !== request.integrity)
      throw new TypeError('hash')
    kept = text
  },
} as unknown as Cache

beforeEach(() => {
  earlier = undefined
  asked = []
  sent = [built]
  kept = undefined
  vi.stubGlobal('caches', { match: async () => earlier })
})
afterEach(() => vi.unstubAllGlobals())

it('takes a file from an earlier build where it is the same', async () => {
  earlier = new Response(built)
  await keepFile(cache, address, integrity)
  expect([kept, asked]).toEqual([built, []])
})

it('asks for it where what is kept is not what was built', async () => {
  earlier = new Response('steal()')
  await keepFile(cache, address, integrity)
  expect([kept, asked]).toEqual([built, [{ cache: 'default', redirect: 'error' }]])
})

it('asks past what the browser keeps, and keeps nothing where the server sends something else', async () => {
  sent = ['<h1>Log in to the network</h1>', built]
  await keepFile(cache, address, integrity)
  expect([kept, asked.map(request => request.cache)]).toEqual([built, ['default', 'reload']])
  kept = undefined
  sent = ['<h1>Log in to the network</h1>', '<h1>Log in to the network</h1>']
  await expect(keepFile(cache, address, integrity)).rejects.toThrow('hash')
  expect(kept).toBeUndefined()
})
