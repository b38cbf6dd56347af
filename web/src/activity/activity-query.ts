import type { getActivity } from '@honbu/contract/activity.ts'
import type { ActivityTab } from '@honbu/contract/activity-tabs.ts'
import { isDate } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { idOf, type SearchValues } from '../ui/address.ts'

/** Whose activity, in which club, about whom, and when, as it stands in the address. */
export function readActivityQuery(tab: ActivityTab, search: SearchValues): Input<typeof getActivity> {
  const [clubId, memberId, accountId] = [idOf(search.club), idOf(search.member), idOf(search.by)]
  const { from, to } = search
  return {
    tab,
    ...(clubId > 0 && { clubId }),
    ...(memberId > 0 && { memberId }),
    ...(accountId > 0 && { accountId }),
    ...(isDate(from) && { from }),
    ...(isDate(to) && { to }),
  }
}

/** Does the address ask for a part of it only? */
export const isPart = ({ tab, ...rest }: Input<typeof getActivity>) => tab !== 'all' || Object.keys(rest).length > 0
