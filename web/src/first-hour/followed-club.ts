/**
 * The club whose first steps are being taken in this tab of the browser, so that every screen on the way offers the way
 * back; 0: one that is still to be made. A reload keeps it, another tab and the next session know nothing of it.
 */
const key = 'honbu.first-steps'

export function followedClub(): number | null {
  try {
    const kept = sessionStorage.getItem(key)
    return kept === null ? null : Number(kept)
  } catch {
    // A browser that keeps nothing has no way back but the menu.
    return null
  }
}

export function followClub(clubId: number | null) {
  try {
    if (clubId === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, String(clubId))
  } catch {
    // As above.
  }
}
