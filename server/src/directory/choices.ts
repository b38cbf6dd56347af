import type { getDirectoryChoices as call } from '@honbu/contract/directory.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Read } from '../platform/route.ts'
import { usableSources } from '../settings/index.ts'
import { todayOf } from './matching-members.ts'

/** A longer list of classes is none to choose from: a club has to be chosen first. */
const mostClasses = 300

export async function getDirectoryChoices({ db, user, now }: Read, { clubId }: Input<typeof call>) {
  const clubIds = clubId === undefined ? [...user.clubs.keys()] : [clubId]
  const today = await todayOf(db, clubIds, now)
  const ours = sql<number>`any(${clubIds}::bigint[])`
  const clubs = db.selectFrom('club').where('id', '=', ours)
  // A club uses its own, and what the clubs above it have made.
  const { rows: above } = await sql<{ id: number }>`
    with recursive above as (
      select id, parent_club_id from club where id = ${ours}
      union
      select club.id, club.parent_club_id from club join above on above.parent_club_id = club.id
    ) select id from above`.execute(db)
  const usable = sql<number>`any(${above.map(({ id }) => id)}::bigint[])`
  const names = async (table: 'member_category' | 'training_plan' | 'tag') => {
    const rows = await db
      .selectFrom(table)
      .select(sql<string>`name::text`.as('name'))
      .distinct()
      .where('club_id', '=', usable)
      .execute()
    return sorted(rows.map(({ name }) => name))
  }
  const classes = await db
    .selectFrom('class')
    .innerJoin('club', 'club.id', 'class.club_id')
    .select(['class.id', 'class.class_name as name', 'club.name as clubName'])
    .where('class.club_id', '=', ours)
    .where(({ or, eb }) => or([eb('class.end_date', 'is', null), eb('class.end_date', '>=', today)]))
    .orderBy('class.class_name')
    .orderBy('club.name')
    .orderBy('class.id')
    .limit(mostClasses + 1)
    .execute()
  return {
    clubs: await clubs.select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    categories: await names('member_category'),
    plans: await names('training_plan'),
    tags: await names('tag'),
    marketingSources: await usableSources(db, clubIds),
    disciplines: await disciplines(),
    classes: classes.length > mostClasses ? null : classes,
  }

  async function disciplines() {
    const found = await db
      .selectFrom('discipline')
      .innerJoin('club', 'club.id', 'discipline.club_id')
      .select(['discipline.id', 'discipline.name', 'club.name as clubName'])
      .where('discipline.club_id', '=', usable)
      .orderBy('discipline.name')
      .orderBy('club.name')
      .execute()
    const ids = found.map(({ id }) => id)
    const grades = await db
      .selectFrom('grade')
      .select(['id', 'name', 'discipline_id as disciplineId'])
      .where('discipline_id', '=', sql<number>`any(${ids}::bigint[])`)
      .orderBy('position')
      .execute()
    return found.map(discipline => ({
      ...discipline,
      grades: grades.filter(grade => grade.disciplineId === discipline.id).map(({ id, name }) => ({ id, name })),
    }))
  }
}

const sorted = (names: readonly string[]) => names.toSorted((one, other) => one.localeCompare(other, 'en-GB'))
