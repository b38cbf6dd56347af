import { type RawBuilder, sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'

interface Use {
  /** 'class', 'member', 'grading result' */
  what: string
  count: number
  names: string[]
}

/** How many of each are named. */
const named = 3

/**
 * Refuses to delete what is in use, naming by what: "is used by 2 classes (Juniors, Adults) and 40 members (Ann Adams, …)".
 * The foreign keys hold it in any case.
 */
export async function refuseUsed(
  tx: Write['tx'],
  name: string,
  uses: readonly RawBuilder<{ what: string; name: string }>[],
  field = 'id',
) {
  const { rows } = await sql<Use>`
    select what, count(*) as count, (array_agg(name order by name))[1:${named}] as names
    from (${sql.join(uses, sql` union all `)}) used group by what order by what`.execute(tx)
  if (rows.length === 0) return
  const texts = rows.map(({ what, count, names }) => {
    const plural = what === 'class' ? 'classes' : `${what}s`
    return `${count} ${count === 1 ? what : plural} (${names.join(', ')}${count > names.length ? ', …' : ''})`
  })
  const message = `${name} is used by ${new Intl.ListFormat('en-GB').format(texts)}.`
  throw new Refused(409, message, { [field]: [message] })
}

/** A person's full name, as SQL. */
export const personName = sql<string>`trim(person.first_name || ' ' || person.last_name)`

/** Refuses to delete a grade that members hold, or were graded to or from. */
export const refuseHeld = (
  tx: Write['tx'],
  { gradeId, gradeName }: { gradeId: number; gradeName: string },
  field: string,
) =>
  refuseUsed(
    tx,
    gradeName,
    [
      sql`select 'member' as what, ${personName} as name from member_discipline
        join member on member.id = member_discipline.member_id join person on person.id = member.person_id
        where current_grade_id = ${gradeId}`,
      sql`select 'grading result', ${personName} from grading_result
        join member on member.id = grading_result.member_id join person on person.id = member.person_id
        where grade_id = ${gradeId} or from_grade_id = ${gradeId}`,
    ],
    field,
  )
