import type { Output } from '@honbu/contract/endpoint.ts'
import type { getClubList } from '@honbu/contract/my-clubs.ts'
import type { Place } from '../members/found-member.ts'
import { clubPlaces, generalPlaces } from './places.ts'

type MyClub = Pick<Output<typeof getClubList>[number], 'id' | 'name' | 'isAdmin'> & {
  readonly may: readonly string[]
}

/** Pages of so many clubs at most: a head office has them in its menu. */
const mostClubs = 3

/** Pages and settings that have all the typed words. */
export function findPlaces(text: string, clubs: readonly MyClub[]): readonly Place[] {
  const fits = ({ title, words }: { title: string; words: string }) => hasWords(`${title} ${words}`, text)
  const isFor = (right: string | undefined, { isAdmin, may }: MyClub) =>
    right === undefined || isAdmin || may.includes(right)
  const ofClubs = clubPlaces.filter(fits).flatMap(place =>
    clubs
      .filter(club => isFor(place.for, club))
      .slice(0, mostClubs)
      .map(({ id, name }) => ({
        title: place.title,
        detail: clubs.length === 1 ? 'Page' : name,
        to: place.address(id),
        ...(place.panel && { search: { panel: place.panel } }),
        kind: 'page' as const,
      })),
  )
  const general = generalPlaces
    .filter(place => fits(place) && clubs.some(club => isFor(place.for, club)))
    .map(({ title, address }) => ({ title, detail: 'Page', to: address, kind: 'page' as const }))
  return [...ofClubs, ...general]
}

/** Does each typed word begin one of the words, in the singular too? Not below three letters. */
export function hasWords(words: string, typed: string): boolean {
  const own = wordsOf(words)
  const wanted = wordsOf(typed).map(word => (word.length > 3 ? word.replace(/s$/, '') : word))
  return typed.trim().length >= 3 && wanted.length > 0 && wanted.every(word => own.some(each => each.startsWith(word)))
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
