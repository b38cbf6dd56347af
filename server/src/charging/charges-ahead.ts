import { addMonths } from '@honbu/contract/calendar.ts'
import { pricesFor } from '../discounts/index.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import { writeOnTrial } from '../platform/on-trial.ts'
import type { Read, Write } from '../platform/route.ts'
import { chargesOf, planCharges } from './planned-charges.ts'
import { membershipsOf, readMemberships } from './read-memberships.ts'

/** Months that are compared. */
const months = 3

interface Whose {
  readonly clubMemberId: number
  readonly memberId: number
  /** Of the club. */
  readonly today: string
}

/** The charges of a membership until a day, as the charging runs will make them: pence by due date. */
async function chargesAhead(db: Db, { clubMemberId, memberId, today }: Whose, until: string) {
  const memberships = await readMemberships(db, membershipsOf([memberId]))
  const plans = await planCharges(
    memberships.filter(membership => membership.clubMemberId === clubMemberId),
    { today, dueUntil: until },
    questions => pricesFor(db, questions),
  )
  const byDay = new Map<string, number>()
  for (const { charge } of plans.flatMap(plan => chargesOf(plan, today)))
    byDay.set(charge.dueOn, (byDay.get(charge.dueOn) ?? 0) + charge.pence)
  return byDay
}

/** Compares a membership's coming charges before and after a write, which is made on trial only. */
export async function compareCharges(read: Read, whose: Whose, write: ((context: Write) => Promise<unknown>) | null) {
  const until = addMonths(whose.today, months)
  const before = await chargesAhead(read.db, whose, until)
  const after =
    write === null
      ? before
      : await writeOnTrial(read, async context => {
          await write(context)
          return await chargesAhead(context.tx, whose, until)
        })
  const days = [...new Set([...before.keys(), ...after.keys()])].toSorted()
  return {
    until,
    charges: days.map(on => ({ on, before: pounds(before.get(on) ?? 0), after: pounds(after.get(on) ?? 0) })),
  }
}
