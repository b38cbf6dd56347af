import type { Access } from '@honbu/contract/endpoint.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; `link`: whoever has its secret address. The boot fails when a route does not say. */
    access?: Access | 'link'
  }
  interface FastifyInstance {
    /** Every route, with who may call it. */
    readonly declaredAccess: readonly { readonly method: string; readonly url: string; readonly access: string }[]
  }
}

/** Stops the boot when any route, a plugin's included, has been added without saying who may call it. */
export function demandDeclaredAccess(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', route => void routes.push(route))
  app.decorate('declaredAccess', {
    getter: () =>
      routes.map(({ method, url, config }) => ({
        method: [method].flat().join(' '),
        url,
        access: typeof config?.access === 'string' ? config.access : 'users of its rows',
      })),
  })
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(route => !route.config?.access).map(route => `${route.method} ${route.url}`)
    if (undeclared.length) throw new Error(`routes without declared access: ${undeclared.join(', ')}`)
  })
}
