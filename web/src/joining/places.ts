import { ageOn, isDate } from '@honbu/contract/calendar.ts'
import { type Joining, type Place, type Step, steps } from './wizard.ts'

/** The steps of one who joins; brothers and sisters share the contact of the first. */
export const stepsOf = (who: number): readonly Step[] => (who === 0 ? steps : steps.filter(step => step !== 'contact'))

/** All places in their order; the review is one for everybody. */
export function placesOf({ joiners }: Joining): Place[] {
  const own = joiners.flatMap((_, who) =>
    stepsOf(who)
      .filter(step => step !== 'review')
      .map(step => ({ step, who })),
  )
  return [...own, { step: 'review', who: 0 }]
}

export function isDone(joining: Joining, { step, who }: Place, today: string): boolean {
  if (step === 'review') return false
  if (step === 'contact')
    return joining.isContactDone && !(needsGuardian(joining, today) && !joining.contact?.isGuardian)
  return joining.joiners[who]?.done.includes(step) ?? false
}

/** The first place that is still to be filled in; the review when none is. */
export const firstOpen = (joining: Joining, today: string): Place =>
  placesOf(joining).find(place => !isDone(joining, place, today)) ?? { step: 'review', who: 0 }

/** Nobody comes to a place before those in front of it are filled in. */
export function reachable(joining: Joining, wanted: Place, today: string): Place {
  const places = placesOf(joining)
  const open = firstOpen(joining, today)
  const [at, last] = [indexOf(places, wanted), indexOf(places, open)]
  return at < 0 || at > last ? open : wanted
}

export const placeBefore = (joining: Joining, place: Place): Place | undefined => {
  const places = placesOf(joining)
  return places[indexOf(places, place) - 1]
}

const indexOf = (places: readonly Place[], { step, who }: Place) =>
  places.findIndex(each => each.step === step && each.who === (step === 'review' ? 0 : who))

export const isChild = (dob: string | null, today: string): boolean =>
  dob !== null && isDate(dob) && ageOn(dob, today) < 18

export const needsGuardian = ({ joiners }: Joining, today: string): boolean =>
  joiners.some(({ person }) => isChild(person.dob, today))
