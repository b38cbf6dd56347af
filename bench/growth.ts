/** A call at one size of the database. */
export interface AtSize {
  readonly members: number
  /** Milliseconds of half of the answers, one client. */
  readonly p50: number
  /** Of the answer. */
  readonly bytes: number
}

export type Verdict = 'as the logarithm, or less' | 'as what it returns' | 'faster'

/** What the clock of a busy machine leaves open: so many milliseconds, and this share. */
const noise = { ms: 2, share: 0.15 }

/**
 * How a call has grown from the smallest to the largest size: `times` as long. Where the time grew as the logarithm of the
 * number of members does, ten thousand to a million is one and a half times.
 */
export function growthOf(sizes: readonly AtSize[]): { readonly times: number; readonly verdict: Verdict } {
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (!first || !last) throw new RangeError('nothing was measured')
  const logarithm = Math.log(last.members) / Math.log(first.members)
  const within = (factor: number) => last.p50 <= first.p50 * factor * (1 + noise.share) + noise.ms
  const verdict = within(logarithm)
    ? 'as the logarithm, or less'
    : within(last.bytes / first.bytes)
      ? 'as what it returns'
      : 'faster'
  return { times: last.p50 / first.p50, verdict }
}
