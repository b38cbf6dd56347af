import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { contract } from '@honbu/contract/contract.ts'
import type { Access, Endpoint } from '@honbu/contract/endpoint.ts'
import { version } from '@honbu/contract/version.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Refused } from './refused.ts'

export interface ApiDocsParts {
  readonly serverUrl: string
  /** Whether whoever asks is logged in; left out: everyone may read. */
  readonly isLoggedIn?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
  /** The page to log in on, which comes back to the path it is given; null where another provider has it. */
  readonly loginPage?: ((returnUrl: string) => string) | null
}

/** Serves OpenAPI 3.1 made from the contract, and a readable page, at /api/docs. */
export async function serveApiDocs(app: FastifyInstance, parts: ApiDocsParts): Promise<void> {
  const { serverUrl, isLoggedIn, loginPage = null } = parts
  await app.register(async docs => {
    docs.addHook('onRequest', async (request, reply) => {
      if (!isLoggedIn || (await isLoggedIn(request, reply))) return
      if (loginPage && request.headers.accept?.includes('text/html'))
        return reply.redirect(loginPage(new URL(request.url, serverUrl).pathname), 302)
      throw new Refused(401, 'Not authenticated!')
    })
    docs.addHook('onRoute', route => {
      route.config = { ...route.config, access: 'anyone' }
    })
    await docs.register(fastifySwagger, {
      mode: 'static',
      // The plugin's type wants the version of OpenAPI it knows best; the document is plain 3.1.
      specification: { document: openApi(serverUrl) as never },
    })
    await docs.register(fastifySwaggerUi, { routePrefix: '/api/docs' })
  })
}

const description = [
  'Club management for martial-arts and fitness clubs.',
  'Wherever an input is a date, an instant is taken too: midnight UTC is that day, any other moment the day it falls on in the club.',
  'A nullable input that is left out is null. An id that may be left out may also be 0 or null.',
  'An empty query value is as if it were left out.',
  'A body may repeat an id of the path, also by its own name (memberId for a member): it has to be the same.',
  'A write without a version saves over whatever there is.',
].join(' ')

/** The whole contract as an OpenAPI 3.1 document. */
export function openApi(serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries(contract)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Honbu', version, description },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}

function operation(name: string, endpoint: Endpoint) {
  const { path, method, summary, access, input, output, repeats = {} } = endpoint
  const { properties = {}, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const required = (schema.required ?? []).filter(field => !input.shape[field]?.safeParse(null).success)
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter ?? '')
  const rest = Object.entries(properties).filter(([field]) => !inPath.includes(field))
  const isInQuery = (field: string) => method === 'GET' || !!endpoint.inQuery?.includes(field)
  const inQuery = rest.filter(([field]) => isInQuery(field))
  const repeated = Object.entries(repeats).map(([field, parameter]) => [
    field,
    { type: 'integer', description: `The same as ${parameter} in the path.` },
  ])
  return {
    operationId: name,
    tags: [path.split('/')[2] ?? 'api'],
    summary,
    description: `Access: ${inWords(access)}.`,
    parameters: [
      ...inPath.map(field => ({ name: field, in: 'path', required: true, schema: { type: 'integer' } })),
      ...inQuery.map(([field, schema]) => ({ name: field, in: 'query', required: required.includes(field), schema })),
    ],
    ...(method === 'POST' && {
      requestBody: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: Object.fromEntries([...rest.filter(([field]) => !isInQuery(field)), ...repeated]),
              required: required.filter(field => !inPath.includes(field) && !isInQuery(field)),
            },
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'OK',
        content: { 'application/json': { schema: z.toJSONSchema(output, { unrepresentable: 'any' }) } },
      },
      '4XX': { description: 'Refused: { isSuccess: false, error, message, fields? }' },
    },
  }
}

function inWords(access: Access): string {
  if (access === 'anyone') return 'anyone'
  if (access === 'signedIn') return 'anyone signed in'
  if (access === 'operator') return 'operators of the installation'
  const guards = 'subject' in access ? [access] : access
  return guards
    .map(({ subject, id, admin }) => `${admin ? 'an admin of' : 'a user of'} a club of the ${subject} in ${id}`)
    .join(', and ')
}
