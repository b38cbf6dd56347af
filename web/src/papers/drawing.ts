export interface Point {
  readonly x: number
  readonly y: number
}
export type Stroke = readonly Point[]

/** Nearer than this, of 600 across, a point adds nothing that can be seen. */
const least = 4
/** As much as the contract takes, with room. */
const mostLength = 29_000

/** Adds a point to the last stroke; one that lies on the one before is left out. */
export function addPoint(strokes: readonly Stroke[], point: Point): readonly Stroke[] {
  const stroke = strokes.at(-1)
  const last = stroke?.at(-1)
  if (!stroke || !last || Math.hypot(point.x - last.x, point.y - last.y) < least) return strokes
  return [...strokes.slice(0, -1), [...stroke, point]]
}

/** The path of SVG, in whole numbers within 600 × 200; a dot is a line to itself. What is too long ends there. */
export function drawnPath(strokes: readonly Stroke[]): string {
  let path = ''
  for (const stroke of strokes) {
    const points = stroke.length === 1 ? [...stroke, ...stroke] : stroke
    const next = points.map(
      (point, index) => `${index === 0 ? 'M' : 'L'}${within(point.x, 600)} ${within(point.y, 200)}`,
    )
    if (path.length + next.join('').length > mostLength) return path
    path += next.join('')
  }
  return path
}

const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)))
