import type { getAudienceChoices as call } from '@honbu/contract/audience.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { choicesOf, memberStatus, messageParameter } from '@honbu/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { todayOf } from '../directory/index.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { usableSources } from '../settings/index.ts'

interface Choice {
  id: number
  name: string
  of: string
}

/** A longer list is none to choose from. */
const mostValues = 2000

export async function getAudienceChoices({ db, now }: Read, { id: clubId }: Input<typeof call>) {
  const clubIds = await clubsBelow(db, clubId)
  const today = await todayOf(db, clubIds, now)
  const below = sql`any(${clubIds}::bigint[])`
  // A club uses its own, and what the clubs above it have made.
  const usable = sql`(thing.club_id = ${below} or thing.club_id in (select club_id from club_and_above(${clubId})))`
  const list = async (parameterId: number, query: RawBuilder<unknown>) => {
    const { rows } = await sql<Choice>`${query} limit ${mostValues}`.execute(db)
    return { parameterId, values: rows }
  }
  const named = (table: 'member_category' | 'tag' | 'discipline') => sql`
    select thing.id, thing.name::text as name, club.name as of
    from ${sql.table(table)} thing join club on club.id = thing.club_id
    where ${usable} order by folded_text(thing.name::text), club.name, thing.id`
  const grades = sql`
    select grade.id, grade.name, thing.name as of
    from grade join discipline thing on thing.id = grade.discipline_id
    where ${usable} order by folded_text(thing.name), thing.id, grade.position`
  return await Promise.all([
    list(
      messageParameter.club,
      sql`select id, name, code as of from club where id = ${below} order by folded_text(name), id`,
    ),
    {
      parameterId: messageParameter.memberStatus,
      values: choicesOf(memberStatus).map(({ value, text }) => ({ id: value, name: text, of: '' })),
    },
    list(messageParameter.category, named('member_category')),
    list(
      messageParameter.class,
      sql`select class.id, class_name as name, club.name as of from class join club on club.id = class.club_id
        where class.club_id = ${below} and (end_date is null or end_date >= ${today}::date)
        order by folded_text(class_name), club.name, class.id`,
    ),
    list(messageParameter.tags, named('tag')),
    usableSources(db, clubIds).then(sources => ({
      parameterId: messageParameter.refs,
      values: sources.map(({ id, name }) => ({ id, name, of: '' })),
    })),
    list(messageParameter.disciplines, named('discipline')),
    list(messageParameter.gradeFrom, grades),
    list(messageParameter.gradeTo, grades),
    {
      parameterId: messageParameter.candidate,
      values: [
        { id: 1, name: 'Grading candidate', of: '' },
        { id: 0, name: 'Not a grading candidate', of: '' },
      ],
    },
    list(
      messageParameter.role,
      sql`select id::bigint as id, name, '' as of from lookup where kind = 'role' order by position, id`,
    ),
    list(
      messageParameter.user,
      sql`select account.id, trim(first_name || ' ' || last_name) as name, min(club.name) as of
        from club_user
        join club on club.id = club_user.club_id
        join account on account.id = club_user.account_id
        join person on person.id = account.person_id
        where club_user.club_id = ${below} and user_since <= ${today}::date
          and (user_until is null or user_until >= ${today}::date)
        group by account.id, person.id order by folded_text(trim(first_name || ' ' || last_name)), account.id`,
    ),
  ])
}

/** The clubs whose members a message of this club may be for: itself and all below it. */
export async function clubsBelow(db: Db, clubId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select club_id as id from club_and_below(${clubId}) order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
