/** A mark in the register: present, absent, or none. */
export type Mark = boolean | null

export interface WhenMarked {
  /** By the clock of the device, ISO 8601; left out: now. */
  readonly markedAt?: string | undefined
  /** The same clock when the mark was sent; left out: that clock is taken to be right. */
  readonly sentAt?: string | undefined
}

/** A mark that was sent within this many milliseconds has not waited: it is made when it arrives. */
const atOnce = 5_000
/** Days. No device keeps marks for longer, and none is made to look older than what is remembered of marks. */
export const marksKeptFor = 90

/**
 * When a mark was made, by our own clock. A device's clock may be wrong by years, but not how long the mark has waited on
 * it. Never in the future, and never further back than marks are remembered.
 */
export function madeAt({ markedAt, sentAt }: WhenMarked, now: Date): Date {
  if (markedAt === undefined) return now
  const sent = sentAt === undefined ? now.getTime() : Date.parse(sentAt)
  const waited = sent - Date.parse(markedAt)
  if (!(waited >= atOnce)) return now
  return new Date(now.getTime() - Math.min(waited, marksKeptFor * 86_400_000))
}

/** Does a mark stand against the latest one there is? At the same instant the one that arrives later does. */
export const stands = (made: Date, latest: Date | null): boolean => latest === null || made >= latest
