import { idOf, type SearchValues } from '../ui/address.ts'

const key = 'honbu.dashboard-club'

/** The club in the address; without one there, the one that was chosen last in this browser; 0: all of them. */
export const askedClub = ({ club }: SearchValues): number => (club === undefined ? remembered() : idOf(club))

function remembered(): number {
  try {
    return idOf(localStorage.getItem(key) ?? undefined)
  } catch {
    // A browser that keeps nothing begins with all clubs.
    return 0
  }
}

export function remember(id: number | undefined) {
  try {
    if (id === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, String(id))
  } catch {
    // As above.
  }
}
