/** What a cell was read as. An empty cell has neither value nor problem. */
export interface Reading<Value> {
  readonly value: Value | null
  /** What could not be used, for the person who wrote the list: `"31/02/2010" is not a day of the calendar: left out`. */
  readonly problem: string | null
}

export const nothing = { value: null, problem: null } as const

export const read = <Value>(value: Value, problem: string | null = null): Reading<Value> => ({ value, problem })

export const unusable = (problem: string) => ({ value: null, problem }) as const

/** A cell as it is quoted in a message: on one line, not endless, without characters that steer a terminal. */
export function quoted(cell: string): string {
  const lines = cell.split(/[\r\n]/).map(part => part.trim())
  const line = lines
    .filter(part => part !== '')
    .join(' / ')
    .replaceAll(/\p{Cc}/gu, '')
  return `"${line.length > 80 ? `${line.slice(0, 79)}…` : line}"`
}

/** "n/a" and a dash say that there is nothing. */
export const isNone = (cell: string): boolean => cell === '' || /^(n\/?a|none|nil|null|-+|–|—)$/i.test(cell)
