import { contract } from '@honbu/contract/contract.ts'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { openApi, serveApiDocs } from './api-docs.ts'
import { answerErrors } from './errors.ts'

it('describes every call of the contract, with what it takes, answers and who may', () => {
  const { paths } = openApi('http://localhost')
  const operations = Object.values(paths).flatMap(path => Object.values(path) as { operationId: string }[])
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(contract).toSorted())
  expect(paths['/api/club/GetClub/{id}']).toMatchObject({
    get: {
      operationId: 'getClub',
      description: 'Access: a user of a club of the club in id.',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  })
})

it('shows what a POST takes in its query string, and what its body repeats', () => {
  const { paths } = openApi('http://localhost')
  expect(paths['/api/club/MoveGrade/{id}']).toMatchObject({
    post: {
      parameters: [
        { name: 'id', in: 'path' },
        { name: 'positions', in: 'query', required: true },
      ],
      requestBody: { content: { 'application/json': { schema: { properties: {}, required: [] } } } },
    },
  })
  expect(paths['/api/club/GetClassMembers/{classId}']).toMatchObject({
    post: {
      requestBody: { content: { 'application/json': { schema: { properties: { classId: { type: 'integer' } } } } } },
    },
  })
})

it('is served, with a page to read it', async () => {
  const app = Fastify()
  await serveApiDocs(app, { serverUrl: 'http://localhost' })
  const { statusCode, body } = await app.inject('/api/docs/json')
  expect([statusCode, JSON.parse(body).openapi]).toEqual([200, '3.1.0'])
  expect((await app.inject('/api/docs')).body).toContain('swagger-ui')
  await app.close()
})

describe('with a login asked for', () => {
  let isLoggedIn = false
  async function docs(loginPage: ((returnUrl: string) => string) | null) {
    const app = Fastify()
    answerErrors(app)
    const parts = { serverUrl: 'http://localhost/club', isLoggedIn: async () => isLoggedIn, loginPage }
    await app.register(scope => serveApiDocs(scope, parts), { prefix: '/club' })
    return async (path: string, accept: string) => {
      const { statusCode, headers } = await app.inject({ url: `/club/api/docs${path}`, headers: { accept } })
      return headers.location ?? statusCode
    }
  }

  it('leads a browser to the login page and back, and answers 401 to programs', async () => {
    isLoggedIn = false
    const get = await docs(returnUrl => `/login?returnUrl=${returnUrl}`)
    expect(await get('', 'text/html')).toBe('/login?returnUrl=/club/api/docs')
    expect(await get('/json', 'application/json')).toBe(401)
    expect(await get('/static/swagger-ui.css', '*/*')).toBe(401)
    const elsewhere = await docs(null)
    expect(await elsewhere('', 'text/html')).toBe(401)
  })

  it('is there for people who are logged in', async () => {
    isLoggedIn = true
    const get = await docs(null)
    expect([await get('/json', 'application/json'), await get('/static/swagger-ui.css', '*/*')]).toEqual([200, 200])
  })
})
