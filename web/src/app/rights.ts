import { getClubList } from '@honbu/contract/my-clubs.ts'
import type { OwnersRight, Right } from '@honbu/contract/rights.ts'
import { useRead } from './api.ts'

interface Mine {
  /** Whether the rights have been read. */
  readonly isKnown: boolean
  /** Says whether the signed-in user may do something in a club. False until it is known; the server decides anyway. */
  readonly may: (right: Right | OwnersRight, clubId: number) => boolean
  readonly mayInAny: (right: Right, clubIds: readonly number[]) => boolean
  /** Left out: in any of their clubs. A club that they see the figures of alone counts as one where they may. */
  readonly mayInAll: (right: Right, clubIds?: readonly number[]) => boolean
}

/** What the signed-in user's roles allow. */
export function useRights(): Mine {
  const { data } = useRead(getClubList, {}, { staleTime: 60_000 })
  const of = (clubId: number) => data?.find(({ id }) => id === clubId)
  const may = (right: Right | OwnersRight, clubId: number) => of(clubId)?.may.includes(right) ?? false
  return {
    isKnown: data !== undefined,
    may,
    mayInAny: (right, clubIds) => clubIds.some(clubId => may(right, clubId)),
    mayInAll: (right, clubIds) =>
      clubIds === undefined || clubIds.length === 0
        ? (data ?? []).some(club => club.may.includes(right))
        : data !== undefined && clubIds.every(clubId => of(clubId)?.may.includes(right) ?? true),
  }
}
