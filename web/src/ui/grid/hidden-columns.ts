const keyOf = (grid: string) => `honbu.grid.${grid}.hidden`

/** The columns that someone has hidden on this device; undefined when nothing was chosen yet. */
export function readHidden(grid: string): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(grid)) ?? 'null')
    return Array.isArray(kept) ? kept.filter(each => typeof each === 'string') : undefined
  } catch {
    return undefined
  }
}

export function writeHidden(grid: string, hidden: readonly string[]) {
  try {
    localStorage.setItem(keyOf(grid), JSON.stringify(hidden))
  } catch {
    // A browser that keeps nothing shows the usual columns next time.
  }
}
