import type { Pattern } from './belt.ts'

/** Belts are drawn in a box of this size, on screens and in print. */
export const beltBox = { width: 28, height: 10 }

export interface BeltShape {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly fill: string
}

/** As `BeltLook` of the wire. An older version of a register has no pattern and no bars. */
export interface DrawnBelt {
  readonly colour: string
  readonly colourTwo: string | null
  readonly stripe: string | null
  readonly pattern?: Pattern | null | undefined
  readonly bars?: number | null | undefined
  readonly barColour?: string | null | undefined
}

const { width, height } = beltBox
const shape = (x: number, width: number, fill: string, y = 0, tall = height) => ({ x, y, width, height: tall, fill })

/** The rectangles of a belt, the lowest first. */
export function beltShapes({ colour, colourTwo, pattern, stripe, bars, barColour }: DrawnBelt): BeltShape[] {
  const count = barColour ? (bars ?? 0) : 0
  // Many are thinner, to leave some of the belt to see.
  const thick = count > 6 ? 1 : 2
  const places = Array.from({ length: count }, (_, index) => 25 - thick - (thick + 1) * index)
  const first = places.at(-1)
  return [
    shape(0, width, colour),
    ...(colourTwo ? second(colourTwo, pattern ?? 'halves') : []),
    // A tag, or a sleeve around the bars.
    ...(stripe ? [first === undefined ? shape(20, 4, stripe) : shape(first - 2, 29 - first, stripe)] : []),
    ...places.map(x => shape(x, thick, barColour ?? '')),
  ]
}

function second(fill: string, pattern: Pattern): BeltShape[] {
  if (pattern === 'line') return [shape(0, width, fill, 3.5, 3)]
  if (pattern === 'blocks') return [4, 12, 20].map(x => shape(x, 4, fill))
  return [shape(0, width, fill, 5, 5)]
}
