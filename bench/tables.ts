import { type AtSize, growthOf } from './growth.ts'
import type { MeasuredRun } from './load/charging-run.ts'
import type { Measured } from './load/measure.ts'

/** What the goal asks for: so much of the floor. */
export const goal = 0.9

/** What one run of everything has measured. */
export interface Everything {
  /** The machine, the database and when. */
  readonly on: string
  readonly members: number
  readonly marks: number
  readonly calls: readonly Measured[]
  readonly growth: readonly { readonly name: string; readonly sizes: readonly AtSize[] }[]
  readonly charging: readonly (MeasuredRun & { readonly members: number })[]
}

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
const percent = (share: number) => `${(100 * share).toFixed(0)} %`

/** How much of the floor's answers a second a call reaches. */
export function ratioOf({ paces }: Measured, pace: 'one' | 'many'): number {
  const { product, floor } = paces[pace]
  return product.perSecond / floor.perSecond
}

/** A table in Markdown; numbers to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

export function loadTable(calls: readonly Measured[]): string {
  const head = [
    ...['call', 'queries', 'KB', 'one client: a second', 'p50 ms', 'p99 ms', 'of the floor'],
    ...['many clients', 'a second', 'p50 ms', 'p99 ms', 'of the floor'],
    ...['at a pace of', 'p50 ms (floor)', 'p99 ms (floor)', 'MB (floor)'],
  ]
  const rows = calls.map(call => {
    const { one, many, open } = call.paces
    const closed = (pace: 'one' | 'many', { product } = { one, many }[pace]) => [
      ...[ms(product.perSecond), ms(product.p50), ms(product.p99), percent(ratioOf(call, pace))],
    ]
    return [
      ...[call.name, String(call.queries), (call.bytes / 1024).toFixed(1)],
      ...[...closed('one'), String(call.clients), ...closed('many')],
      ms(open.product.perSecond),
      `${ms(open.product.p50)} (${ms(open.floor.p50)})`,
      `${ms(open.product.p99)} (${ms(open.floor.p99)})`,
      `${call.memory.product} (${call.memory.floor})`,
    ]
  })
  return table(head, rows)
}

export function profileList(calls: readonly Measured[]): string {
  const below = calls.filter(({ profile }) => profile)
  if (below.length === 0) return `Every call reaches ${percent(goal)} of the floor.`
  return below
    .map(call => {
      const shares = (call.profile ?? []).slice(0, 8).map(([owner, share]) => `${owner} ${percent(share)}`)
      return `- **${call.name}** (${percent(ratioOf(call, 'many'))}): ${shares.join(', ')}`
    })
    .join('\n')
}

export function chargingTable(charging: Everything['charging']): string {
  const rows = charging.map(({ members, charged, queries, product, floor }) => [
    members.toLocaleString('en-GB'),
    ...[charged, queries].map(String),
    ...[ms(product), ms(floor), percent(floor / product)],
  ])
  return table(['members', 'charged', 'queries', 'ms', 'the same statements alone, ms', 'of the floor'], rows)
}

export function growthTable(growth: Everything['growth']): string {
  const sizes = growth[0]?.sizes ?? []
  const head = ['call', ...sizes.map(({ members }) => `${members.toLocaleString('en-GB')}: ms (KB)`), 'times', 'grows']
  const rows = growth.map(({ name, sizes }) => {
    const { times, verdict } = growthOf(sizes)
    const cells = sizes.map(({ p50, bytes }) => `${ms(p50)} (${(bytes / 1024).toFixed(1)})`)
    return [name, ...cells, times.toFixed(1), verdict === 'faster' ? '**faster**' : verdict]
  })
  return table(head, rows)
}

/** Puts a text between its markers: `<!-- bench:name -->` and `<!-- /bench:name -->`. */
export function between(document: string, name: string, text: string): string {
  const [from, to] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const [begins, ends] = [document.indexOf(from), document.indexOf(to)]
  if (begins < 0 || ends < begins) throw new Error(`the document has no place for ${name}`)
  return `${document.slice(0, begins + from.length)}\n\n${text}\n\n${document.slice(ends)}`
}
