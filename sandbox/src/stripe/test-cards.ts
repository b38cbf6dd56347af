import Stripe from 'stripe'
import { noon } from '../gocardless/test-bank.ts'
import type { SandboxOptions } from '../provider/sandbox.ts'
import { openCardSandbox } from './open.ts'

/** A card provider whose clock stands, and which sends webhooks when it is told to. */
export async function openTestCards(folder: string, options: Partial<SandboxOptions> = {}) {
  const cards = await openCardSandbox({ folder, clock: () => noon, sendsWebhooks: false, ...options })
  return cards
}

/** The real client. */
export function stripe(url: string, key = 'sk_test_club'): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
}
