import { addDays } from '@honbu/contract/calendar.ts'
import { trialTypeIds } from '@honbu/contract/class-types.ts'
import { sql } from 'kysely'
import { type BookableDay, bookableDays } from '../bookings/index.ts'
import type { Db } from '../platform/database.ts'
import { usableSources } from '../settings/index.ts'
import type { PublicClub } from './public-club.ts'

/** What there is to choose from in the form of a club. */
export interface FormChoices {
  readonly disciplines: readonly { readonly id: number; readonly name: string }[]
  readonly sources: readonly { readonly id: number; readonly name: string }[]
  readonly days: readonly BookableDay[]
}

export async function formChoices(db: Db, club: PublicClub, now: Date): Promise<FormChoices> {
  const [disciplines, sources, days] = await Promise.all([
    db
      .selectFrom('discipline')
      .select(['id', 'name'])
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('class')
            .select('class.id')
            .whereRef('class.primary_discipline_id', '=', 'discipline.id')
            .where('class.club_id', '=', club.clubId)
            .where(({ or, eb }) => or([eb('end_date', 'is', null), eb('end_date', '>=', club.today)])),
        ),
      )
      .orderBy('name')
      .orderBy('id')
      .execute(),
    usableSources(db, [club.clubId]),
    club.offersTrials ? trialDays(db, club, now) : [],
  ])
  return { disciplines, sources, days }
}

/** Classes that a visitor can try: bookable on the web, for prospects, free or at a trial price (isTrialClass of the contract), and not above a grade. */
export const isTrialClassSql = sql<boolean>`(class.web_bookable and (class.cost_pence = 0 or class.trial_price_pence is not null)
  and class.min_grade_id is null and class.class_type_id = any(${[...trialTypeIds]}::integer[]))`

/** The days on which a class of the club can be tried. */
export async function trialDays(
  db: Db,
  { clubId, today, trialDays: days }: Pick<PublicClub, 'clubId' | 'today' | 'trialDays'>,
  now: Date,
): Promise<BookableDay[]> {
  const classes = sql`class.club_id = ${clubId} and ${isTrialClassSql}`
  return await bookableDays(db, { classes, from: today, to: addDays(today, days), now })
}
