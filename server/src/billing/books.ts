import type * as call from '@honbu/contract/books.ts'
import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'

const booksOf = async (db: Db, clubId: number) =>
  await db
    .selectFrom('club')
    .select(['books_closed_until as closedUntil', 'time_zone as timeZone'])
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()

export async function getBooks({ db, now }: Read, { clubId }: Input<typeof call.getBooks>) {
  const { closedUntil, timeZone } = await booksOf(db, clubId)
  return { closedUntil, today: todayIn(timeZone, now) }
}

export async function closeBooks({ tx, now, audit }: Write, { clubId, closedUntil }: Input<typeof call.closeBooks>) {
  const before = await booksOf(tx, clubId)
  if (closedUntil !== null && closedUntil >= todayIn(before.timeZone, now)) {
    const message = 'Should be before today'
    throw new Refused(400, message, { closedUntil: [message] })
  }
  await tx.updateTable('club').set({ books_closed_until: closedUntil }).where('id', '=', clubId).execute()
  audit({
    ...{ clubId, subject: 'club', subjectId: clubId },
    ...{ before: { booksClosedUntil: before.closedUntil }, after: { booksClosedUntil: closedUntil } },
  })
  return { closedUntil }
}
