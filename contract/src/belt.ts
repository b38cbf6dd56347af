import * as z from 'zod/mini'

/** How two colours share a belt: a half each, lengthwise; the second as a line along the middle; or blocks in turn. */
export const patterns = ['halves', 'line', 'blocks'] as const
export type Pattern = (typeof patterns)[number]

/** A tenth dan. More don't fit beside each other where a belt is 28 pixels wide. */
export const mostBars = 10

export const colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/, 'Choose a colour'))

/** The look of a belt; each colour #rrggbb. Registers kept on devices by an older version have no pattern and no bars. */
export const beltLook = {
  colour: z.string(),
  colourTwo: z.nullable(z.string()),
  pattern: z._default(z.enum(patterns), 'halves'),
  /** A band near the end: a tag, or the sleeve that the bars are on. */
  stripe: z.nullable(z.string()),
  /** Bars near the end: mon grades, stripes, dans. */
  bars: z._default(z.int(), 0),
  /** Null where there are no bars. */
  barColour: z._default(z.nullable(z.string()), null),
}

export const Belt = z.object({ gradeName: z.string(), ...beltLook })
export type Belt = z.infer<typeof Belt>

const bars = { error: `From 0 to ${mostBars}` }

/** The same as it is edited. */
export const beltFields = {
  colour,
  colourTwo: z.nullable(colour),
  pattern: z.enum(patterns),
  stripe: z.nullable(colour),
  bars: z.int(bars).check(z.gte(0, bars), z.lte(mostBars, bars)),
  barColour: z.nullable(colour),
}

interface Barred {
  readonly colour: string
  readonly stripe: string | null
  readonly bars: number
  readonly barColour: string | null
}

/** The colour of the bars: where none was chosen white, and red on a light belt. Without bars there is none. */
export function barColourOf({ colour, stripe, bars, barColour }: Barred): string | null {
  if (bars === 0) return null
  return barColour ?? (isLight(stripe ?? colour) ? '#c0392b' : '#ffffff')
}

function isLight(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
  return 0.3 * red + 0.59 * green + 0.11 * blue > 170
}
