import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/closures.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { mayTouch } from '../platform/access.ts'
import { bankHolidays } from '../platform/bank-holidays.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { changeDays } from '../timetable/index.ts'

const mostDays = 800

/** Enrolled members are told of sessions in the next four weeks: who hears of Christmas in May forgets it. */
const toldAhead = 28 * 86_400_000

export async function getClosures({ db, user, now }: Read, { clubId, year }: Input<typeof call.getClosures>) {
  const club = await db.selectFrom('club').select('time_zone').where('id', '=', clubId).executeTakeFirstOrThrow()
  const today = todayIn(club.time_zone, now)
  const shown = year ?? Number(today.slice(0, 4))
  return {
    today,
    year: shown,
    isAdmin: mayTouch(user, clubId, true),
    closures: await closuresBetween(db, clubId, `${shown}-01-01`, `${shown}-12-31`),
  }
}

export async function getBankHolidays({ db }: Read, { clubId, region, year }: Input<typeof call.getBankHolidays>) {
  const closures = await closuresBetween(db, clubId, `${year}-01-01`, `${year + 1}-01-31`)
  const closed = new Set(closures.map(({ date }) => date))
  return bankHolidays(region, year).map(holiday => ({ ...holiday, isClosed: closed.has(holiday.date) }))
}

export async function saveClosures(
  write: Write,
  { clubId, closures, acknowledged, notify }: Input<typeof call.saveClosures>,
) {
  const { tx, audit } = write
  const days = new Map(closures.flatMap(({ from, to, name }) => daysFrom(from, to).map(day => [day, name] as const)))
  if (days.size > mostDays) throw new Refused(400, `At most ${mostDays} days at once.`, { closures: ['Too many days'] })
  // Two people who close the same days wait for each other.
  await tx.selectFrom('club').select('id').where('id', '=', clubId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const dates = [...days.keys()].sort()
  const [from = '', to = ''] = [dates[0], dates.at(-1)]
  const before = await closuresBetween(tx, clubId, from, to)
  const names = new Set(days.values())
  const { outcome } = await changeDays(
    write,
    {
      ...{ classes: sql`class.club_id = ${clubId}`, clubId, days: { from, to } },
      enrolledUntil: new Date(write.now.getTime() + toldAhead),
      ...{ acknowledged, notify, reason: names.size === 1 ? [...names].join('') : '' },
    },
    () =>
      tx
        .insertInto('club_closure')
        .values([...days].map(([closed_on, name]) => ({ club_id: clubId, closed_on, name })))
        .onConflict(conflict =>
          conflict.columns(['club_id', 'closed_on']).doUpdateSet({ name: sql<string>`excluded.name` }),
        )
        .execute(),
  )
  audit({
    clubId,
    subject: 'club_closure',
    before: { closures: before.filter(({ date }) => days.has(date)) },
    after: { closures: [...days].map(([date, name]) => ({ date, name })) },
  })
  return { days: days.size, ...outcome }
}

export async function deleteClosure({ tx, audit }: Write, { clubId, from, to }: Input<typeof call.deleteClosure>) {
  const removed = await tx
    .deleteFrom('club_closure')
    .where('club_id', '=', clubId)
    .where('closed_on', '>=', from)
    .where('closed_on', '<=', to)
    .returning(['closed_on as date', 'name'])
    .execute()
  audit({ clubId, subject: 'club_closure', before: { closures: removed }, after: { closures: [] } })
  return { days: removed.length }
}

const closuresBetween = (db: Db, clubId: number, from: string, to: string) =>
  db
    .selectFrom('club_closure')
    .select(['closed_on as date', 'name'])
    .where('club_id', '=', clubId)
    .where('closed_on', '>=', from)
    .where('closed_on', '<=', to)
    .orderBy('closed_on')
    .execute()

function daysFrom(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}
