import { getDashboard, getDashboardFigures } from '@honbu/contract/dashboard.ts'
import { getFirstHour } from '@honbu/contract/first-hour.ts'
import { getMyInvitations } from '@honbu/contract/my-invitations.ts'
import { readQuery } from '../app/api.ts'
import { queries } from '../app/queries.ts'
import type { SearchValues } from '../ui/address.ts'
import { askedClub } from './asked-club.ts'

/** Begins to read what the dashboard shows. */
export function readAhead(search: SearchValues): void {
  const clubId = askedClub(search) || undefined
  const scope = clubId === undefined ? {} : { clubId }
  void queries.prefetchQuery(readQuery(getDashboard, scope))
  void queries.prefetchQuery(readQuery(getMyInvitations, {}))
  void queries.prefetchQuery(readQuery(getFirstHour, {}))
  void queries.prefetchQuery(readQuery(getDashboardFigures, scope))
}
