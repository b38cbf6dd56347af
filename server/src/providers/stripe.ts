import Library from 'stripe'
import { busy, inTime, late, ProviderProblem, refusal, troubled, wrongKey } from './provider-problem.ts'

export type StripeClient = Library

/**
 * Stripe (https://docs.stripe.com/api) at an address. Its client repeats by itself once what was not answered, with the same
 * idempotency key.
 * @param patience milliseconds, shared by the two
 */
export function openStripe({ url, accessToken, patience }: Reached): StripeClient {
  const { hostname, port, protocol } = new URL(url)
  return new Library(accessToken, {
    host: hostname,
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: Math.ceil(patience / 2),
    maxNetworkRetries: 1,
    telemetry: false,
  })
}

interface Reached {
  readonly url: string
  readonly accessToken: string
  readonly patience: number
}

const provider = 'Stripe'

/** Milliseconds that the client pauses before it repeats (0.5 s at the most), and some for its own work. */
const between = 1000

/**
 * What a call of the client answers.
 * @param patience milliseconds, as the client was opened with
 * @throws ProviderProblem
 */
export async function askStripe<T>(answer: Promise<T>, patience: number): Promise<T> {
  try {
    // An answer that drips is late too, which the client does not see.
    return await inTime(answer, () => late(provider), patience + between)
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
  if (status === 429 || status >= 500) return troubled(provider, status)
  // Another request with the same key is not done yet.
  if (status === 409) return busy(provider)
  if (status === 0) return isTimeout(error) ? late(provider) : busy(provider)
  const reason = error.decline_code ?? error.code ?? error.type
  return refusal(provider, reason, error.message, status === 404)
}

/** The client says it in words alone: "Request aborted due to timeout being reached". */
const isTimeout = ({ message }: Library.errors.StripeError) => /timeout/i.test(message)
