/**
 * A number from 0 up to 1 that belongs to these two, always the same: what somebody is does not depend on who was made
 * before him. (The finaliser of MurmurHash3, which is in the public domain, over both.)
 */
export function draw(one: number, other: number): number {
  let hash = Math.imul(one ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(other + 0x7f4a7c15, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

/** One of the list, the first ones more often the higher `slant` is. */
export const pick = <T>(list: readonly T[], chance: number, slant = 1): T =>
  // A chance is below 1, so there is one.
  list[Math.floor(chance ** slant * list.length)] as T
