import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { rememberClientAddress } from './client-address.ts'
import type { CurrentProvider } from './provider.ts'
import type { Settings } from './settings.ts'
import type { Userinfo } from './userinfo.ts'

/**
 * Serves the provider at /connect/*. It is an application of its own that answers on the raw response, so Fastify
 * neither reads the body nor sends anything; only its headers (CSP and the like) are handed on.
 */
export async function serveProvider(
  app: FastifyInstance,
  current: CurrentProvider,
  userinfo: Userinfo,
  settings: Settings,
) {
  const mounted = `${settings.basePath}/connect`
  await app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const options = { config: { access: 'anyone' as const } }

    scope.route({
      method: ['GET', 'POST'],
      url: '/connect/userinfo',
      ...options,
      handler: async (request, reply) => (await userinfo(request, reply)) ?? passOn(request, reply),
    })
    scope.route({ method: ['GET', 'POST', 'OPTIONS'], url: '/connect/*', ...options, handler: passOn })
  })

  async function passOn(request: FastifyRequest, reply: FastifyReply) {
    const provider = await current()
    asThePublicSees(request, settings)
    rememberClientAddress(request)
    // Where the two differ is the path the provider is mounted at.
    Object.assign(request.raw, { originalUrl: request.raw.url, url: request.raw.url?.slice(mounted.length) || '/' })
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
    await provider.callback()(request.raw, reply.raw)
    return reply
  }
}

/** The provider sets its cookies as `secure` when the public address is; this process itself only speaks plain HTTP. */
export function asThePublicSees({ raw }: FastifyRequest, { secure }: Settings): void {
  raw.headers['x-forwarded-proto'] = secure ? 'https' : 'http'
  delete raw.headers['x-forwarded-host']
}
