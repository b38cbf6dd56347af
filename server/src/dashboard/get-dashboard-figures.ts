import { type getDashboardFigures as call, memberFigures, moneyFigures } from '@honbu/contract/dashboard.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { overdueDebt } from '../billing/index.ts'
import { mayDo } from '../platform/access.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { figuresOf } from '../reporting/index.ts'

/** The money of the clubs in which the user may see it. */
export async function getDashboardFigures(read: Read, { clubId }: Input<typeof call>) {
  const all = [...read.user.clubs.keys()]
  const clubIds = clubId === undefined ? all : [clubId]
  const ofMoney = clubIds.filter(id => mayDo(read.user, id, 'seeMoney'))
  const seesAll = ofMoney.length > 0 && ofMoney.length === clubIds.length
  // Of the same clubs they are counted together.
  const [members, moneyAlone] = await Promise.all([
    figuresOf(read, { clubIds, names: seesAll ? [...memberFigures, ...moneyFigures] : memberFigures }),
    seesAll || ofMoney.length === 0 ? null : figuresOf(read, { clubIds: ofMoney, names: moneyFigures }),
  ])
  const { from, until } = members
  const money = seesAll ? members : moneyAlone
  return {
    from,
    until,
    members: only(memberFigures, members.figures),
    money: money && {
      clubIds: ofMoney.length < all.length ? ofMoney : null,
      figures: { ...only(moneyFigures, money.figures), ...(await debtOf(read, ofMoney)) },
    },
  }
}

/** By the query of the club's debt list, so that the two always agree. */
async function debtOf({ db, now }: Read, clubIds: readonly number[]) {
  const { overdue, debtors, owed } = await overdueDebt(db, clubIds, now)
  return { debt: pounds(overdue), debtors, owed: pounds(owed) }
}

const only = <Name extends string>(names: readonly Name[], figures: Readonly<Partial<Record<Name, number | null>>>) =>
  // Every name is one of these.
  Object.fromEntries(names.map(name => [name, figures[name] ?? null])) as Record<Name, number | null>
