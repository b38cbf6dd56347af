import { contract } from '@honbu/contract/contract.ts'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { openApi, serveApiDocs } from './api-docs.ts'

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

it('is served, with a page to read it', async () => {
  const app = Fastify()
  await serveApiDocs(app, { serverUrl: 'http://localhost' })
  const { statusCode, body } = await app.inject('/api/docs/json')
  expect([statusCode, JSON.parse(body).openapi]).toEqual([200, '3.1.0'])
  expect((await app.inject('/api/docs')).body).toContain('swagger-ui')
  await app.close()
})
