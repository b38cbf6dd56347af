import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { choicesOf, classType, paymentMethod } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/joining.ts'
import { sql } from 'kysely'
import { bookableDays } from '../bookings/index.ts'
import { planPrices, usualTrialDays } from '../plans/index.ts'
import { mayTouch } from '../platform/access.ts'
import { beltSql } from '../platform/belt-sql.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { usableSources } from '../settings/index.ts'

/** Days ahead in which a first class is offered. */
const daysAhead = 28

export async function getJoiningChoices({ db, user, now }: Read, { id }: Input<typeof call.getJoiningChoices>) {
  const club = await db
    .selectFrom('club')
    .select(['id as clubId', 'name as clubName', 'time_zone as timeZone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const today = todayIn(club.timeZone, now)
  const [categories, plans, classes, disciplines, marketingSources, noteCategories] = await Promise.all([
    categoriesOf(db, id),
    plansOf(db, id),
    classesOf(db, { clubId: id, today, now }),
    disciplinesOf(db, id),
    usableSources(db, [id]),
    lookups(db, 'note_category'),
  ])
  const paymentMethods = choicesOf(paymentMethod).map(({ value, text }) => ({ id: value, name: text }))
  return {
    isAdmin: mayTouch(user, id, true),
    ...{ ...club, today, categories, plans, classes, disciplines },
    ...{ marketingSources, noteCategories, paymentMethods },
  }
}

const lookups = (db: Db, kind: string) =>
  db.selectFrom('lookup').select(['id', 'name']).where('kind', '=', kind).orderBy('position').orderBy('id').execute()

async function categoriesOf(db: Db, clubId: number) {
  const { rows } = await sql<{ categoryId: number; name: string; minAge: number | null; maxAge: number | null }>`
    select category.id as "categoryId", category.name, category.min_age as "minAge", category.max_age as "maxAge"
    from club_and_above(${clubId}) above join member_category category on category.club_id = above.club_id
    order by above.distance desc, category.position, category.name, category.id`.execute(db)
  return rows
}

async function plansOf(db: Db, clubId: number) {
  const rows = await planPrices(db, clubId)
  return [...Map.groupBy(rows, ({ trainingPlanId }) => trainingPlanId)].map(([trainingPlanId, prices]) => ({
    trainingPlanId,
    name: prices[0]?.name ?? '',
    minAge: prices[0]?.minAge ?? null,
    maxAge: prices[0]?.maxAge ?? null,
    categories: [...(prices[0]?.categories ?? [])],
    trialDays: prices[0]?.trialDays ?? usualTrialDays,
    trialPrice: pounds(prices[0]?.trialPricePence ?? 0),
    prices: prices.map(({ subFrequencyId, pence }) => ({ subFrequencyId, subPrice: pounds(pence) })),
  }))
}

interface ClassRow {
  classId: number
  className: string
  classTypeId: number
  primaryDisciplineId: number | null
  capacity: number | null
  enrolled: number
  times: { weekday: number; start: string; finish: string }[]
}

interface OfClub {
  readonly clubId: number
  readonly today: string
  readonly now: Date
}

/** Those that are not over, by their name; nobody begins with a grading. */
async function classesOf(db: Db, { clubId, today, now }: OfClub) {
  const [classes, days] = await Promise.all([
    sql<ClassRow>`
      select class.id as "classId", class_name as "className", class_type_id as "classTypeId",
        primary_discipline_id as "primaryDisciplineId", capacity,
        (select count(*) from class_member
          where class_id = class.id and date_added <= ${today} and (removed_on is null or removed_on > ${today})) as enrolled,
        coalesce((
          select json_agg(json_build_object('weekday', weekday, 'start', to_char(start_time, 'HH24:MI'),
            'finish', to_char(finish_time, 'HH24:MI')) order by weekday, start_time)
          from class_timetable
          where class_id = class.id and valid_from <= greatest(${today}::date, class.start_date)
            and (valid_until is null or valid_until >= greatest(${today}::date, class.start_date))
        ), '[]') as times
      from class
      where club_id = ${clubId} and class_type_id <> ${classType.grading} and (end_date is null or end_date >= ${today})
      order by class_name, class.id`.execute(db),
    bookableDays(db, { classes: sql`class.club_id = ${clubId}`, from: today, to: addDays(today, daysAhead), now }),
  ])
  const byClass = Map.groupBy(days, ({ classId }) => classId)
  return classes.rows.map(row => ({
    ...row,
    nextDates: (byClass.get(row.classId) ?? []).map(({ classDate, startTime, free, freeForMembers }) => ({
      ...{ date: classDate, start: startTime, free, freeForMembers },
    })),
  }))
}

async function disciplinesOf(db: Db, clubId: number) {
  const grades = await db
    .selectFrom('grade')
    .innerJoin('discipline', 'discipline.id', 'grade.discipline_id')
    .select(['discipline.id as disciplineId', 'discipline.name as disciplineName'])
    .select(['grade.id as gradeId', 'grade.name', beltSql('grade').$notNull().as('belt')])
    .where('discipline.club_id', 'in', sql<number>`(select club_id from club_and_above(${clubId}))`)
    .orderBy('discipline.name')
    .orderBy('discipline.id')
    .orderBy('grade.position')
    .execute()
  return [...Map.groupBy(grades, ({ disciplineId }) => disciplineId)].map(([disciplineId, rows]) => ({
    disciplineId,
    name: rows[0]?.disciplineName ?? '',
    grades: rows.map(({ gradeId, name, belt: { gradeName: _, ...look } }) => ({ gradeId, name, ...look })),
  }))
}
