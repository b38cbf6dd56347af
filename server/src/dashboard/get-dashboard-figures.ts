import { type getDashboardFigures as call, memberFigures, moneyFigures } from '@honbu/contract/dashboard.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Read } from '../platform/route.ts'
import { figuresOf } from '../reporting/index.ts'

/** Money is the business of admins, here as in Club Admin: of the clubs in which the user is one. */
export async function getDashboardFigures(read: Read, { clubId }: Input<typeof call>) {
  const all = [...read.user.clubs.keys()]
  const clubIds = clubId === undefined ? all : [clubId]
  const administered = clubIds.filter(id => read.user.clubs.get(id)?.isAdmin)
  const seesAll = administered.length > 0 && administered.length === clubIds.length
  // Of the same clubs they are counted together.
  const [members, ofMoney] = await Promise.all([
    figuresOf(read, { clubIds, names: seesAll ? [...memberFigures, ...moneyFigures] : memberFigures }),
    seesAll || administered.length === 0 ? null : figuresOf(read, { clubIds: administered, names: moneyFigures }),
  ])
  const { from, until } = members
  const money = seesAll ? members : ofMoney
  return {
    from,
    until,
    members: only(memberFigures, members.figures),
    money: money && {
      clubIds: administered.length < all.length ? administered : null,
      figures: only(moneyFigures, money.figures),
    },
  }
}

const only = <Name extends string>(names: readonly Name[], figures: Readonly<Partial<Record<Name, number | null>>>) =>
  // Every name is one of these.
  Object.fromEntries(names.map(name => [name, figures[name] ?? null])) as Record<Name, number | null>
