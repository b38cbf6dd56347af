/* The time zones of the user's clubs, which say whose today a register is of. They are kept, since the clubs aren't known at
   once where there is no signal. */

const name = 'honbu.zones'
/** Where the clubs aren't known yet. */
const usual = 'Europe/London'

export function clubZones(): readonly string[] {
  try {
    const given: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    const zones = Array.isArray(given) ? given.filter(zone => typeof zone === 'string') : []
    return zones.length > 0 ? zones : [usual]
  } catch {
    return [usual]
  }
}

export function rememberZones(clubs: readonly { readonly timeZone?: string | undefined }[]): void {
  const zones = [...new Set(clubs.flatMap(({ timeZone }) => timeZone ?? []))].toSorted()
  try {
    localStorage.setItem(name, JSON.stringify(zones))
  } catch {
    // A browser that keeps nothing keeps no registers either.
  }
}
