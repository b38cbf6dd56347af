/** Members that were chosen for something: some, or all that a search of the directory finds. */
export interface Chosen {
  readonly members?: number[]
  readonly filter?: string
  readonly clubIds?: number[]
}

/** In words for a sentence. */
export const chosenCount = ({ members }: Chosen, all: string) =>
  members ? (members.length === 1 ? '1 member' : `${members.length} members`) : `all ${all} members that match`

const prefix = 'honbu.chosen.'

/**
 * Hands a choice to another screen: thousands of ids are too long for an address, so they are kept for this tab and the
 * address holds the name under which they lie.
 */
export function rememberChosen(chosen: Chosen): string {
  const name = Math.random().toString(36).slice(2, 10)
  sessionStorage.setItem(prefix + name, JSON.stringify(chosen))
  return name
}

/** What `rememberChosen` has kept under this name; null in another tab, or later. */
export function recallChosen(name: string | undefined): Chosen | null {
  const text = name && sessionStorage.getItem(prefix + name)
  // Nobody but this module writes under the prefix.
  return text ? (JSON.parse(text) as Chosen) : null
}
