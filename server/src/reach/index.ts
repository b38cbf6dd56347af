import * as reach from '@honbu/contract/reach.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../platform/route.ts'
import { getStoppedAddresses, liftStoppedAddress } from './stopped-addresses.ts'
import { serveUnsubscribePages, type UnsubscribeParts } from './unsubscribe-pages.ts'

export const serveReach = serve(reach, { getStoppedAddresses, liftStoppedAddress })

/** The pages behind the links in messages. */
export const openReach = (parts: UnsubscribeParts) => ({
  register: (app: FastifyInstance) => serveUnsubscribePages(app, parts),
})

export { type Reach, type Reached, reachOf, reachOfStaff } from './reach-of.ts'
export { liftAddress, stopAddress } from './stop-address.ts'
export { type LinkParts, type Subscriber, unsubscribeLink } from './unsubscribe-link.ts'
