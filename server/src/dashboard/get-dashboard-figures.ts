import { type getDashboardFigures as call, memberFigures, moneyFigures } from '@honbu/contract/dashboard.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Read } from '../platform/route.ts'
import { figuresOf } from '../reporting/index.ts'

/** Money is the business of admins, here as in Club Admin: of the clubs in which the user is one. */
export async function getDashboardFigures(read: Read, { clubId }: Input<typeof call>) {
  const all = [...read.user.clubs.keys()]
  const clubIds = clubId === undefined ? all : [clubId]
  const administered = clubIds.filter(id => read.user.clubs.get(id)?.isAdmin)
  const [members, money] = await Promise.all([
    figuresOf(read, { clubIds, names: memberFigures }),
    administered.length > 0 ? figuresOf(read, { clubIds: administered, names: moneyFigures }) : null,
  ])
  const { from, until, figures } = members
  return {
    from,
    until,
    members: figures,
    money: money && { clubIds: administered.length < all.length ? administered : null, figures: money.figures },
  }
}
