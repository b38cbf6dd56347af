import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { contract } from '@honbu/contract/contract.ts'
import type { Access, Endpoint } from '@honbu/contract/endpoint.ts'
import { version } from '@honbu/contract/version.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

/** Serves OpenAPI 3.1 made from the contract, and a readable page, at /api/docs. */
export async function serveApiDocs(app: FastifyInstance, { serverUrl }: { serverUrl: string }): Promise<void> {
  await app.register(async docs => {
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

/** The whole contract as an OpenAPI 3.1 document. */
export function openApi(serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries(contract)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Honbu', version, description: 'Club management for martial-arts and fitness clubs.' },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}

function operation(name: string, { path, method, summary, access, input, output }: Endpoint) {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter ?? '')
  const rest = Object.entries(properties).filter(([field]) => !inPath.includes(field))
  const inQuery = method === 'GET' ? rest : []
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
              properties: Object.fromEntries(rest),
              required: required.filter(field => !inPath.includes(field)),
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
  const guards = 'subject' in access ? [access] : access
  return guards
    .map(({ subject, id, admin }) => `${admin ? 'an admin of' : 'a user of'} a club of the ${subject} in ${id}`)
    .join(', and ')
}
