import { ageOn } from '@honbu/contract/calendar.ts'
import { type search as call, countedUpTo } from '@honbu/contract/directory.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { pageSizeDefault } from '@honbu/contract/grid.ts'
import type { Read } from '../platform/route.ts'
import { readFilter, todayOf } from './matching-members.ts'
import { findPage } from './page.ts'
import { directoryRows } from './rows.ts'
import { readSort } from './sorting.ts'

export async function search({ db, user, now }: Read, { clubIds: some, ...grid }: Input<typeof call>) {
  const clubIds = some ?? [...user.clubs.keys()]
  const { page = 1, pageSize: limit = pageSizeDefault } = grid
  const offset = (page - 1) * limit
  const wanted = { filter: readFilter(grid.filter), sort: readSort(grid.sort), limit, offset }
  const today = await todayOf(db, clubIds, now)
  return await db.transaction().execute(async tx => {
    const { total, ids } = await findPage(tx, { clubIds, today, ...wanted })
    const rows = await directoryRows(tx, ids)
    const data = rows.map(row => ({ ...row, age: row.dob === null ? null : ageOn(row.dob, today) }))
    if (total <= countedUpTo) return { data, total, isTotalMore: false }
    // A page that is not full is the last one, and tells how many there are after all.
    const isLast = ids.length > 0 && ids.length < limit
    return { data, total: Math.max(isLast ? 0 : countedUpTo, offset + ids.length), isTotalMore: !isLast }
  })
}
