/** The lines of a chart from its lowest to its highest: 2 to 8 round numbers, among them 0; whole ones where heads are counted. */
export function ticksOf(values: readonly number[], isWhole = false): number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const step = high === low ? 1 : roundStep(Math.max((high - low) / 4, isWhole ? 1 : 0), isWhole)
  const first = Math.floor(low / step + tiny)
  const last = Math.max(first + 1, Math.ceil(high / step - tiny))
  // Not by adding up, which would make 0.30000000000000004 of 0.3.
  return Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step))
}

/** What the division of round numbers may be off by. */
const tiny = 1e-9

const rounded = (value: number) => Number(value.toPrecision(12))

/** 1, 2, 2.5 or 5 times a power of ten; 2.5 itself is no number of heads. */
function roundStep(step: number, isWhole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(step))
  const factors = isWhole && power === 1 ? [1, 2, 5, 10] : [1, 2, 2.5, 5, 10]
  const factor = factors.find(each => each * power >= step - tiny * power) ?? 10
  return rounded(factor * power)
}

/** Parts of a line without gaps: a value that is not known interrupts it. */
export function unbroken<T extends { readonly value: number | null }>(
  points: readonly T[],
): (T & { value: number })[][] {
  const parts: (T & { value: number })[][] = [[]]
  for (const point of points) {
    if (point.value === null) parts.push([])
    else parts.at(-1)?.push({ ...point, value: point.value })
  }
  return parts.filter(part => part.length > 0)
}

/** Which of so many ticks are named, where each name needs `room` pixels of `width`: every n-th, counted from the last. */
export function namedTicks(count: number, width: number, room: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil((count * room) / Math.max(width, 1)))
  return index => (count - 1 - index) % every === 0
}
