import { type RawBuilder, sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

interface Use {
  /** 'class', 'member', 'grading result' */
  what: string
  count: number
  /** Without those in clubs that the user doesn't work in. */
  names: string[]
}

type UserWrite = Pick<Write, 'tx' | 'user'>

/** How many of each are named. */
const named = 3

/**
 * Refuses to delete what is in use, naming by what: "is used by 2 classes (Juniors, Adults) and 40 members (Ann Adams, …)".
 * People in clubs where the user doesn't work are counted and not named. The foreign keys refuse it in any case.
 */
export async function refuseUsed(
  { tx, user }: UserWrite,
  name: string,
  uses: readonly RawBuilder<{ what: string; name: string; clubIds: number[] }>[],
  field = 'id',
) {
  const { rows } = await sql<Use>`
    select what, count(*) as count, 
      coalesce((array_agg(name order by name) filter (where "clubIds" && ${[...user.clubs.keys()]}::bigint[]))[1:${named}],
        '{}') as names
    from (${sql.join(uses, sql` union all `)}) used group by what order by what`.execute(tx)
  if (rows.length === 0) return
  const texts = rows.map(({ what, count, names }) => {
    const plural = what === 'class' ? 'classes' : `${what}s`
    const counted = `${count} ${count === 1 ? what : plural}`
    return names.length === 0 ? counted : `${counted} (${names.join(', ')}${count > names.length ? ', …' : ''})`
  })
  const message = `${name} is used by ${new Intl.ListFormat('en-GB').format(texts)}.`
  throw new Refused(409, message, { [field]: [message] })
}

/** The full name of a `person` and the clubs of a `member`, as SQL. */
export const personOfMember = sql`trim(person.first_name || ' ' || person.last_name) as name,
  array(select club_id from club_member where club_member.member_id = member.id) as "clubIds"`

/** Refuses to delete a grade that members hold, or were graded to or from. */
export const refuseHeld = (
  write: UserWrite,
  { gradeId, gradeName }: { gradeId: number; gradeName: string },
  field: string,
) =>
  refuseUsed(
    write,
    gradeName,
    [
      sql`select 'member' as what, ${personOfMember} from member_discipline
        join member on member.id = member_discipline.member_id join person on person.id = member.person_id
        where current_grade_id = ${gradeId}`,
      sql`select 'grading result', ${personOfMember} from grading_result
        join member on member.id = grading_result.member_id join person on person.id = member.person_id
        where grade_id = ${gradeId} or from_grade_id = ${gradeId}`,
    ],
    field,
  )
