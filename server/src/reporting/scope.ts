import { addDays, addMonths, todayIn } from '@honbu/contract/calendar.ts'
import type { ReportListName } from '@honbu/contract/kpis/kpi.ts'
import { moneyLists, moneyTabs } from '@honbu/contract/report-money.ts'
import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import { mayDo, maySeeFigures, mayTouch, notFoundOrForeign, type User } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import type { Bucket } from './buckets.ts'
import { mayKeepTogether } from './kept/together.ts'

/** Counts alone, or the rows that are counted: these only of clubs that the user opens. */
type Shows = 'figures' | 'rows'

interface Asked {
  readonly clubIds?: readonly number[] | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

export interface Scope {
  readonly clubs: readonly { readonly id: number; readonly name: string }[]
  readonly clubIds: readonly number[]
  /** Clubs of the same trees that are not looked at. */
  readonly otherIds: readonly number[]
  /** What the clubs have together may be kept: they are all that the user has, not some that he has picked. */
  readonly keepsTogether: boolean
  /** Those of the clubs that the user sees the figures of, and no more. */
  readonly figuresOnlyOf: readonly number[]
  readonly period: Bucket
  /** By the clock of the topmost club. */
  readonly today: string
  readonly now: Date
}

interface Needs {
  readonly shows: Shows
  readonly isMoney?: boolean
}

export const ofTab = (tab: ReportTab): Needs => ({ shows: 'figures', isMoney: moneyTabs.has(tab) })
export const ofList = (list: ReportListName): Needs => ({ shows: 'rows', isMoney: moneyLists.has(list) })

/** Says whether someone sees the lists behind figures. @param money those about the club's money */
const maySeeRows = (user: User, clubId: number, money = false): boolean =>
  mayTouch(user, clubId) && (!money || mayDo(user, clubId, 'seeMoney'))

/** The clubs whose reports someone sees. */
export const reportClubsOf = ({ clubs, figures }: User): number[] => [
  ...new Set([...clubs.keys(), ...(figures?.keys() ?? [])]),
]

/**
 * Which clubs and days a report is about. Without clubs, all of the user's; without days, this month.
 * @param asked isMoney: of the clubs' money, which takes the right to see it
 * @throws Refused 403 where the user may not see the money of a club, or of none, or the rows of one
 */
export async function scopeOf(
  { db, user, now }: Read,
  { clubIds, from, until }: Asked,
  { shows, isMoney = false }: Needs,
): Promise<Scope> {
  const [sees, seen] =
    shows === 'figures' ? [maySeeFigures, reportClubsOf(user)] : ([maySeeRows, [...user.clubs.keys()]] as const)
  const may = seen.filter(id => sees(user, id, isMoney))
  const asked = new Set(clubIds ?? may)
  // The guard of a report lets figures through; the list behind one asks for more.
  if ([...asked].some(id => !sees(user, id))) throw new Refused(403, notFoundOrForeign)
  if (isMoney && (asked.size === 0 || [...asked].some(id => !sees(user, id, true))))
    throw new Refused(403, 'You may not see the club’s money. An admin of the club can change that.')
  const all = await db
    .selectFrom('club')
    .select(['id', 'name', 'time_zone as timeZone', 'parent_club_id as parentClubId'])
    .where('root_club_id', 'in', ofClubs =>
      ofClubs
        .selectFrom('club')
        .select('root_club_id')
        .where('id', 'in', [0, ...asked]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute()
  const clubs = all.filter(({ id }) => asked.has(id))
  const top = clubs.find(({ parentClubId }) => parentClubId === null || !asked.has(parentClubId))
  const today = todayIn(top?.timeZone ?? 'Europe/London', now)
  return {
    clubs: clubs.map(({ id, name }) => ({ id, name })),
    clubIds: clubs.map(({ id }) => id),
    figuresOnlyOf: clubs.flatMap(({ id }) => (mayTouch(user, id) ? [] : [id])),
    otherIds: all.filter(({ id }) => !asked.has(id)).map(({ id }) => id),
    keepsTogether: asked.size === may.length && mayKeepTogether(clubs, now),
    period: periodOf(today, from, until),
    today,
    now,
  }
}

function periodOf(today: string, from: string | undefined, until: string | undefined): Bucket {
  const begins = from ?? `${(until ?? today).slice(0, 7)}-01`
  const ends = until ?? addDays(addMonths(`${begins.slice(0, 7)}-01`, 1), -1)
  if (ends >= begins) return { from: begins, until: ends }
  const message = 'Should not be before the first day'
  throw new Refused(400, message, { until: [message] })
}
