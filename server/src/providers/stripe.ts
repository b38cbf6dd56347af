import Library from 'stripe'
import { busy, inTime, ProviderProblem, refusal, wrongKey } from './provider-problem.ts'

export type StripeClient = Library

/** Stripe (https://docs.stripe.com/api) at an address. Its client repeats by itself what was not answered. */
export function openStripe({ url, accessToken }: { url: string; accessToken: string }): StripeClient {
  const { hostname, port, protocol } = new URL(url)
  return new Library(accessToken, {
    host: hostname,
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: 18_000,
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

const provider = 'Stripe'

/**
 * What a call of the client answers.
 * @throws ProviderProblem
 */
export async function askStripe<T>(answer: Promise<T>): Promise<T> {
  try {
    return await inTime(answer, () => busy(provider), 40_000)
  } catch (error) {
    throw problemOf(error)
  }
}

/** https://docs.stripe.com/api/errors. The message of Stripe quotes the key when it is wrong. */
function problemOf(error: unknown): ProviderProblem {
  if (error instanceof ProviderProblem) return error
  if (!(error instanceof Library.errors.StripeError)) return busy(provider)
  const status = error.statusCode ?? 0
  if (status === 401 || status === 403) return wrongKey(provider)
  if (status === 429 || status === 409 || status >= 500 || status === 0) return busy(provider)
  const reason = error.decline_code ?? error.code ?? error.type
  return refusal(provider, reason, error.message, status === 404)
}
