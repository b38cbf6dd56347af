/** How many proxies are in front, or their addresses and networks; false: none. */
export type Proxies = false | number | string[]

/**
 * Fastify's `trustProxy`. Of X-Forwarded-For only what these proxies have added counts: the entries before it are whatever
 * the client has sent.
 */
export const trustedProxies = (proxies: Proxies) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
