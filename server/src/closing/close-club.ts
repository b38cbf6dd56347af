import { addDays, todayIn } from '@honbu/contract/calendar.ts'
import type * as call from '@honbu/contract/closing.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Letters, sendMessage } from '../messages/index.ts'
import type { User } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { closingNumbers } from './closing-numbers.ts'
import { daysKept, whatIsDeleted } from './delete-closed.ts'
import { closeJob } from './wind-up.ts'

/** Nobody knows yet what will be in more than a year. */
const farthestDays = 366

export async function getClosing({ db, user, now }: Read, { id }: Input<typeof call.getClosing>) {
  const [{ name, today }, { owedPence, ...numbers }, found] = await Promise.all([
    clubOf(db, id, now),
    closingNumbers(db, { clubId: id, accountId: user.accountId, now }),
    readClosing(db, id),
  ])
  const closing = found && { ...found, deletes: await whatIsDeleted(db, id) }
  return { ...{ mayClose: isOwner(user, id), clubName: name, today, owed: pounds(owedPence), closing }, ...numbers }
}

export const closeClub =
  (letters: Letters) =>
  async (write: Write, { id, closesOn, letter }: Input<typeof call.closeClub>) => {
    const { tx, user, now, audit, enqueue } = write
    demandOwner(user, id)
    const { today } = await clubOf(tx, id, now)
    if (closesOn < today) refuse('Choose today or a later day.')
    if (closesOn > addDays(today, farthestDays)) refuse('Choose a day within a year.')
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('club_closing')
      .values({ club_id: id, closes_on: closesOn, asked_at: now })
      .onConflict(held => held.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) throw new Refused(409, 'This club is closing already.')
    if (letter) await writeToMembers(letters, write, { id, letter })
    if (closesOn === today) await enqueue(closeJob, { clubId: id })
    audit({ clubId: id, subject: 'club', subjectId: id, after: { closesOn, hasLetter: letter !== null } })
    return {}
  }

/** To everyone who is a member now, as a message that can be followed under Messaging. */
async function writeToMembers(
  letters: Letters,
  write: Write,
  { id, letter }: { id: number; letter: NonNullable<Input<typeof call.closeClub>['letter']> },
): Promise<void> {
  const clubs = await write.tx
    .selectFrom('club')
    .select('id')
    .where('id', 'in', [...write.user.clubs.keys()])
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom(({ fn }) => fn<{ club_id: number }>('club_and_below', [eb.val(id)]).as('below')).select('club_id'),
      ),
    )
    .execute()
  await sendMessage(letters)(write, {
    ...{ clubId: id, clubIds: clubs.map(club => club.id), audience: { include: [], exclude: [] } },
    ...{ channel: 'email', purpose: 'service', subject: letter.subject, body: htmlOf(letter.body), layoutId: null },
    ...{ onePerAddress: true, name: letter.subject, templateId: null, sendLocal: null, perClubZone: false },
    // The dialog has shown how many there are.
    confirmedCount: Number.MAX_SAFE_INTEGER,
  })
}

const escaped: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Paragraphs of what was typed; merge fields stay. */
const htmlOf = (text: string) =>
  text
    .split('\n\n')
    .map(part => `<p>${part.replaceAll(/[&<>]/g, sign => escaped[sign] ?? sign).replaceAll('\n', '<br>')}</p>`)
    .join('')

export async function reopenClub({ tx, user, audit }: Write, { id }: Input<typeof call.reopenClub>) {
  demandOwner(user, id)
  const closing = await readClosing(tx, id)
  if (!closing) throw new Refused(409, 'This club isn’t closed itself.')
  if (closing.isUnderWay)
    throw new Refused(409, 'We’re still ending its memberships. Please try again in a few minutes.')
  await tx.deleteFrom('club_stop').where('club_id', '=', id).where('kind', '=', 'closed').execute()
  await tx.deleteFrom('club_closing').where('club_id', '=', id).execute()
  audit({
    clubId: id,
    subject: 'club',
    subjectId: id,
    before: { closesOn: closing.closesOn },
    after: { closesOn: null },
  })
  return {}
}

async function readClosing(db: Db, id: number) {
  const closing = await db
    .selectFrom('club_closing')
    .leftJoin('club_stop', join =>
      join.onRef('club_stop.club_id', '=', 'club_closing.club_id').on('kind', '=', 'closed'),
    )
    .select(['closes_on as closesOn', 'closed_at as closedAt', 'club_stop.since', 'trouble'])
    .where('club_closing.club_id', '=', id)
    .executeTakeFirst()
  if (!closing) return null
  const { closesOn, closedAt, since, trouble } = closing
  return {
    ...{ closesOn, trouble, deletesOn: addDays(closesOn, daysKept) },
    isClosed: since !== null,
    isUnderWay: since !== null && closedAt === null,
  }
}

async function clubOf(db: Db, id: number, now: Date) {
  const club = await db.selectFrom('club').select(['name', 'time_zone']).where('id', '=', id).executeTakeFirstOrThrow()
  return { name: club.name, today: todayIn(club.time_zone, now) }
}

const isOwner = (user: User, id: number) => user.clubs.get(id)?.isOwner === true

function demandOwner(user: User, id: number): void {
  if (!isOwner(user, id)) throw new Refused(403, 'Only the club’s owner can close or reopen it.')
}

function refuse(message: string): never {
  throw new Refused(400, message, { closesOn: [message] })
}
