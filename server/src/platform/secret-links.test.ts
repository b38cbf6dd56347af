import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { testApp, testNow } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { countAttempts } from './attempts.ts'
import { html } from './html.ts'
import { sendPublicPage } from './public-page.ts'
import { secretBox } from './secret-box.ts'
import { byLink, countWrongLinks } from './secret-links.ts'

const database = await freshDatabase()
let now = testNow
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const app = Fastify()
countWrongLinks(
  app,
  countAttempts(database.db, secretBox(Buffer.alloc(32, 7)), () => now),
)
app.get<{ Params: { secret: string } }>('/link/:secret', byLink, ({ params }, reply) => {
  if (params.secret === 'over') return sendPublicPage(reply, 'This link is over', html``, 410)
  return reply.code(params.secret === 'known' ? 200 : 404).send()
})
app.get('/open', (_request, reply) => reply.code(404).send())
afterAll(() => app.close())
const { app: whole } = await testApp(database, () => now)

const open = async (url: string, remoteAddress: string) =>
  (await app.inject({ method: 'GET', url, remoteAddress })).statusCode

async function openOften(url: string, from: string, times: number): Promise<number[]> {
  const answers: number[] = []
  while (answers.length < times) answers.push(await open(url, from))
  return answers
}

const each = (times: number, status: number) => Array<number>(times).fill(status)

describe('links that never were', () => {
  it('bring a pause after the thirtieth, for every link and for this client alone', async () => {
    expect(await openOften('/link/guess', '192.0.2.1', 31)).toEqual([...each(30, 404), 429])
    const answer = await app.inject({ method: 'GET', url: '/link/known', remoteAddress: '192.0.2.1' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '1'])
    expect(answer.body).toContain('Please wait a few minutes')
    expect(await open('/link/known', '192.0.2.2')).toBe(200)
    later(1)
    expect(await open('/link/known', '192.0.2.1')).toBe(200)
  })

  it('are not links that are over or work, nor other pages', async () => {
    expect(await openOften('/link/known', '192.0.2.3', 40)).toEqual(each(40, 200))
    expect(await openOften('/link/over', '192.0.2.3', 40)).toEqual(each(40, 410))
    expect(await openOften('/open', '192.0.2.3', 40)).toEqual(each(40, 404))
    expect(await open('/link/known', '192.0.2.3')).toBe(200)
  })

  it('do not close other pages', async () => {
    await openOften('/link/guess', '192.0.2.4', 30)
    expect([await open('/link/guess', '192.0.2.4'), await open('/open', '192.0.2.4')]).toEqual([429, 404])
  })

  it('are counted in the application', async () => {
    const guess = async () => (await whole.inject({ url: '/exports/guess', remoteAddress: '192.0.2.5' })).statusCode
    const answers: number[] = []
    while (answers.length < 31) answers.push(await guess())
    expect(answers).toEqual([...each(30, 404), 429])
  })
})
