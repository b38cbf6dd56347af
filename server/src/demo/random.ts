/** Numbers that look random and are the same on every run: the demo of a day is always the same demo. */
export interface Random {
  /** 0 ≤ n < 1. */
  readonly next: () => number
  /** A whole number, both ends included. */
  readonly between: (least: number, most: number) => number
  readonly chance: (share: number) => boolean
  readonly pick: <T>(list: readonly T[]) => T
  /** One of the values, each as often as its weight says. */
  readonly weighted: <Choices extends readonly (readonly [value: unknown, weight: number])[]>(
    choices: Choices,
  ) => Choices[number][0]
  readonly shuffled: <T>(list: readonly T[]) => T[]
}

/** A subject has numbers of its own, so that a change to one part of the demo leaves the others as they were. */
export function randomFor(subject: string): Random {
  let state = hash(subject)
  // Mulberry32: small, fast, and good enough for people who do not exist.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const pick = <T>(list: readonly T[]) => {
    if (list.length === 0) throw new RangeError('Nothing to pick from')
    // Just checked: there is one at every index below the length.
    return list[between(0, list.length - 1)] as T
  }
  const weighted = <Choices extends readonly (readonly [unknown, number])[]>(choices: Choices): Choices[number][0] => {
    let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    const found = choices.find(([, weight]) => {
      left -= weight
      return left < 0
    })
    return (found ?? pick(choices))[0]
  }
  const shuffled = <T>(list: readonly T[]) =>
    list
      .map(value => ({ value, key: next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ value }) => value)
  return { next, between, chance: share => next() < share, pick, weighted, shuffled }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value
}
