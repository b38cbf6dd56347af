import { getSidebarConfig } from '@honbu/contract/my-clubs.ts'
import { useEffect } from 'react'
import { useRead } from '../app/api.ts'
import { useAddress } from '../ui/address.ts'
import { askedClub, remember } from './asked-club.ts'

/**
 * The club that the dashboard is about; undefined: all of them. It stands in the address; without one there, it is the one
 * that was chosen last in this browser, as long as the user still has it.
 */
export function useChosenClub() {
  const { search, setSearch } = useAddress()
  const clubs = useRead(getSidebarConfig, {}).data?.clubs
  const asked = askedClub(search)
  const isKnown = asked !== 0 && (clubs === undefined || clubs.some(({ id }) => id === asked))
  const clubId = isKnown && (clubs === undefined || clubs.length > 1) ? asked : undefined
  useEffect(() => {
    // The address says what is shown, so that it can be passed on.
    if (clubs && clubId !== undefined && search.club === undefined) setSearch({ club: String(clubId) })
  }, [clubs, clubId, search.club, setSearch])

  function choose(id: number | undefined) {
    remember(id)
    setSearch({ club: id === undefined ? undefined : String(id) })
  }
  return { clubs: clubs ?? [], clubId, choose }
}
