/** A row of a collection; `links` names rows of others, by which it is found. */
export interface Linked {
  readonly id: string
}

/** Rows in the order in which they were made, found by their id and by what they are linked to. */
export interface Collection<Row extends Linked> {
  readonly size: number
  /** Adds the row, or replaces the one of its id at its place. */
  put(row: Row): void
  get(id: string): Row | undefined
  /** The oldest first. */
  all(): readonly Row[]
  /** Those that are linked to this id, the oldest first. */
  linkedTo(id: string): readonly Row[]
  /** Where a row stands in `all`; undefined when there is none of this id. */
  positionOf(id: string): number | undefined
}

/** @param linksOf the ids by which a row is found besides its own */
export function collection<Row extends Linked>(linksOf: (row: Row) => Iterable<string | null | undefined>) {
  const rows: Row[] = []
  const positions = new Map<string, number>()
  const byLink = new Map<string, Map<string, Row>>()

  function put(row: Row): void {
    const links = new Set([...linksOf(row)].filter(link => typeof link === 'string'))
    const position = positions.get(row.id)
    if (position === undefined) {
      positions.set(row.id, rows.length)
      rows.push(row)
    } else {
      const before = rows[position]
      for (const link of before ? linksOf(before) : []) if (link && !links.has(link)) byLink.get(link)?.delete(row.id)
      rows[position] = row
    }
    for (const link of links) {
      const linked = byLink.get(link)
      if (linked) linked.set(row.id, row)
      else byLink.set(link, new Map([[row.id, row]]))
    }
  }

  const made: Collection<Row> = {
    get size() {
      return rows.length
    },
    put,
    get(id) {
      const position = positions.get(id)
      return position === undefined ? undefined : rows[position]
    },
    all: () => rows,
    linkedTo: id => [...(byLink.get(id)?.values() ?? [])],
    positionOf: id => positions.get(id),
  }
  return made
}
