import { notBuilt } from '@honbu/contract/not-built.ts'
import type { FastifyInstance } from 'fastify'
import { Refused } from './refused.ts'
import type { Platform } from './route.ts'

/** Answers the specification's calls that are not built yet: 401 without a token, 501 with one. */
export function serveNotBuilt(app: FastifyInstance, { authenticate }: Platform): void {
  for (const [method, url] of notBuilt)
    app.route({
      method,
      url,
      config: { access: 'signedIn' },
      handler: async request => {
        if (!(await authenticate(request))) throw new Refused(401, 'Not authenticated!')
        throw new Refused(501, 'This is not built yet.')
      },
    })
}
