import { getClubList } from '@honbu/contract/my-clubs.ts'
import { useRead } from '../app/api.ts'

/** Is the signed-in user an admin of the club? False until it is known; the server decides anyway. */
export function useClubAdmin(clubId: number | undefined): boolean {
  const clubs = useRead(getClubList, {}, { staleTime: 60_000 })
  return clubs.data?.find(({ id }) => id === clubId)?.isAdmin ?? false
}
