import { todayIn } from '@honbu/contract/calendar.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import { staffTimeZone } from '../platform/rights.ts'
import type { Write } from '../platform/route.ts'
import { worksIn } from './works-in.ts'

/**
 * A task of a club is for somebody who works there, or for the person who is giving it, who may do so from above.
 * @throws Refused 400 under `accountId`
 */
export async function requireWorksIn({ tx, user, now }: Write, accountId: number | null, clubIds: readonly number[]) {
  if (accountId === null || accountId === user.accountId) return
  const today = todayIn(staffTimeZone, now)
  const { rows } = await sql<{ club: string; person: string }>`
    select workplace.name as club, trim(person.first_name || ' ' || person.last_name) as person
    from club workplace cross join account doer join person on person.id = doer.person_id
    where workplace.id = any(${[...clubIds]}) and doer.id = ${accountId}
      and not ${worksIn(sql`doer.id`, sql`workplace.id`, { today })}
    order by workplace.name limit 3`.execute(tx)
  if (rows.length === 0) return
  const message = `${rows[0]?.person} does not work in ${rows.map(({ club }) => club).join(', ')}.`
  throw new Refused(400, message, { accountId: [message] })
}
