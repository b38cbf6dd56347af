/** Someone who has a place on a day, or to whom one is offered. */
export interface Holder {
  readonly memberId: number
  readonly isProspect: boolean
  /** The place is offered and not taken yet. It is as good as taken while the offer stands. */
  readonly isOffer: boolean
}

interface Limits {
  /** Null: as many as come. */
  readonly capacity: number | null
  readonly prospectLimit: number | null
}

/** Why there is no place for this person, in words; null when there is one. Whoever holds a place has it already. */
export function noPlace(
  { capacity, prospectLimit }: Limits,
  holders: readonly Holder[],
  person: { readonly memberId: number; readonly isProspect: boolean },
): string | null {
  const others = holders.filter(({ memberId }) => memberId !== person.memberId)
  if (capacity !== null && others.length >= capacity) return `Full: ${taken(others, capacity, 'places')}.`
  const prospects = others.filter(({ isProspect }) => isProspect)
  if (person.isProspect && prospectLimit !== null && prospects.length >= prospectLimit)
    return `No room for another prospect: ${taken(prospects, prospectLimit, 'places for prospects')}.`
  return null
}

/** '10 of 10 places are taken', '9 of 10 places are taken, 1 is offered to the waiting list' */
function taken(holders: readonly Holder[], of: number, places: string): string {
  const offers = holders.filter(({ isOffer }) => isOffer).length
  const words = `${holders.length - offers} of ${of} ${of === 1 ? places.replace('places', 'place') : places}`
  const verb = of === 1 ? 'is' : 'are'
  if (offers === 0) return `${words} ${verb} taken`
  return `${words} ${verb} taken, ${offers} ${offers === 1 ? 'is' : 'are'} offered to the waiting list`
}
