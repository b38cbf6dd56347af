import { expect, it } from 'vitest'
import { clubsBelow } from './clubs-below.ts'

const clubs = [
  { id: 4, parentClubId: 3 },
  { id: 3, parentClubId: 2 },
  { id: 2, parentClubId: 1 },
  { id: 1, parentClubId: null },
  { id: 5, parentClubId: 1 },
]

it.each([
  [1, [4, 3, 2, 5]],
  [2, [4, 3]],
  [4, []],
])('are those of %i at any depth, and not itself', (id, expected) => {
  expect(clubsBelow(clubs, id).map(club => club.id)).toEqual(expected)
})
