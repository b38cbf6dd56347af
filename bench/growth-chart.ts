import type { AtSize } from './growth.ts'

const size = { width: 960, height: 640 }
const plot = { left: 64, right: 640, top: 24, bottom: 592 }
const lineHeight = 15

/**
 * An SVG with a line for each call: members from left to right, milliseconds from below, both by the logarithm. Names stand
 * at the right in the order of the last times.
 */
export function growthChart(calls: readonly { readonly name: string; readonly sizes: readonly AtSize[] }[]): string {
  const all = calls.flatMap(({ sizes }) => sizes)
  const x = scale(
    all.map(({ members }) => members),
    [plot.left, plot.right],
  )
  const decades = [...new Set(all.flatMap(({ p50 }) => [Math.floor(Math.log10(p50)), Math.ceil(Math.log10(p50))]))]
  const marks = range(Math.min(...decades), Math.max(...decades)).map(power => 10 ** power)
  const y = scale(marks, [plot.bottom, plot.top])
  const members = [...new Set(all.map(each => each.members))]
  const grid = [
    ...marks.map(
      ms =>
        line(
          [
            [plot.left, y(ms)],
            [plot.right, y(ms)],
          ],
          '#d8dce3',
        ) + text(plot.left - 8, y(ms) + 4, `${ms} ms`, 'end'),
    ),
    ...members.map(
      count =>
        line(
          [
            [x(count), plot.top],
            [x(count), plot.bottom],
          ],
          '#d8dce3',
        ) + text(x(count), plot.bottom + 20, count.toLocaleString('en-GB'), 'middle'),
    ),
    text((plot.left + plot.right) / 2, plot.bottom + 40, 'members', 'middle'),
  ]
  const last = ({ sizes }: (typeof calls)[number]) => sizes.at(-1)?.p50 ?? 1
  const sorted = calls.toSorted((one, other) => last(other) - last(one))
  const places = spread(sorted.map(call => y(last(call))))
  const lines = sorted.map((call, index) => {
    const colour = `hsl(${(index * 137) % 360} 60% 38%)`
    const points = call.sizes.map(({ members, p50 }): Point => [x(members), y(p50)])
    const end = points.at(-1) ?? [0, 0]
    const place = places[index] ?? 0
    return [
      line(points, colour, 2),
      line([end, [plot.right + 18, place]], colour, 0.5),
      text(
        plot.right + 22,
        place + 4,
        `${call.name}, ${last(call).toFixed(last(call) < 10 ? 1 : 0)} ms`,
        'start',
        colour,
      ),
    ].join('')
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Time of each call by number of members">
<rect width="${size.width}" height="${size.height}" fill="#fff"/>
${[...grid, ...lines].join('\n')}
</svg>
`
}

type Point = readonly [number, number]

/** From values to places, by the logarithm. */
function scale(values: readonly number[], [from, to]: Point) {
  const [low, high] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))]
  return (value: number) => from + ((Math.log(value) - low) / (high - low || 1)) * (to - from)
}

/** Places from above to below, moved apart as far as their texts need. */
function spread(places: readonly number[]): number[] {
  const moved: number[] = []
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? -lineHeight) + lineHeight))
  // What was pushed over the lower edge pushes back.
  let limit = plot.bottom + 24
  for (let index = moved.length - 1; index >= 0; index--) {
    moved[index] = Math.min(moved[index] ?? 0, limit)
    limit = (moved[index] ?? 0) - lineHeight
  }
  return moved
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const line = (points: readonly Point[], colour: string, width = 1) =>
  `<polyline points="${points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}"/>`

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end', colour = '#3a4250') =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`
