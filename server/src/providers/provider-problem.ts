/**
 * What can go wrong at a provider, as far as it matters to us:
 * - `key`: it does not take our key: a person has to enter another;
 * - `refused`: it understood and said no: asking again changes nothing;
 * - `busy`: it is down, slow, or we ask too much: ask again later.
 */
export type ProblemKind = 'key' | 'refused' | 'busy'

/** `message` is fit to be shown and logged: what providers say is cut down to it, for it may quote keys and accounts. */
export class ProviderProblem extends Error {
  readonly kind: ProblemKind
  /** The provider's word for why, such as `mandate_is_inactive`; empty when there is none. */
  readonly reason: string
  /** The row is not there, or not this account's. */
  readonly isMissing: boolean

  constructor(kind: ProblemKind, message: string, more: { reason?: string; isMissing?: boolean } = {}) {
    super(message)
    this.name = 'ProviderProblem'
    this.kind = kind
    this.reason = more.reason ?? ''
    this.isMissing = more.isMissing ?? false
  }
}

export const wrongKey = (provider: string) =>
  new ProviderProblem('key', `${provider} does not accept the access token. Enter a valid one in the club's settings.`)

export const busy = (provider: string) => new ProviderProblem('busy', `${provider} cannot be reached at the moment.`)

/** What was asked may have been done all the same. */
export const late = (provider: string) => new ProviderProblem('busy', `${provider} does not answer in time.`)

/** @param status HTTP, 429 or from 500 on */
export const troubled = (provider: string, status: number) =>
  new ProviderProblem(
    'busy',
    status === 429
      ? `${provider} is asked too much at the moment.`
      : `${provider} has a fault of its own at the moment.`,
  )

/** What is wrong, for people who need do nothing: a job asks again. */
export const triedAgain = ({ kind, message }: ProviderProblem): string =>
  kind === 'busy' ? `${message} It is tried again by itself.` : message

export const refusal = (provider: string, reason: string, text: string, isMissing = false) =>
  new ProviderProblem('refused', `${provider} refused it${text ? `: ${plain(text)}` : '.'}`, { reason, isMissing })

/** One line, at most 200 characters, and nothing that looks like an account number, a sort code or a key. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\b\d[\d -]{4,}\d\b/g, '…')
    .replace(/\b(?:sk|rk|pk|whsec|live|sandbox)_\S+/g, '…')
    .trim()
    .slice(0, 200)
}

/** Milliseconds after which a provider counts as not reached. People wait for some of the answers. */
export const usualPatience = 20_000

/** What takes too long counts as not reached; the idempotency key of a write makes asking again harmless. */
export async function inTime<T>(work: Promise<T>, tooLate: () => Error, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), milliseconds)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}
