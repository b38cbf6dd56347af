interface Club {
  readonly id: number
  readonly parentClubId: number | null
}

/** The clubs below a club, at any depth, in the order of the list. */
export function clubsBelow<C extends Club>(clubs: readonly C[], clubId: number): readonly C[] {
  const below = new Set([clubId])
  // A list by name has children before parents, so it's read until nothing is added.
  for (let size = 0; size < below.size; ) {
    size = below.size
    for (const { id, parentClubId } of clubs) if (parentClubId !== null && below.has(parentClubId)) below.add(id)
  }
  return clubs.filter(({ id }) => id !== clubId && below.has(id))
}
