import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { currency } from '@honbu/contract/format.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import type * as call from '@honbu/contract/privacy.ts'
import { sql } from 'kysely'
import { stopCollecting } from '../collections/index.ts'
import { forgetCards } from '../paying/index.ts'
import { deleteFileJob, keyIn } from '../platform/files.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { dropCopies, emptyMessages, eraseName, messagesToOne } from './erase-words.ts'
import { erasedJob } from './erased-list.ts'
import { lockForAdmin, type MemberAcross, photoOf } from './everywhere.ts'
import { membershipTables, memberTables } from './member-tables.ts'
import { type PersonalColumns, type PersonalTable, personalColumns } from './personal-columns.ts'

/**
 * Forgets a person (UK GDPR, Article 17) and keeps the figures: what was charged, paid and attended stays, and belongs to
 * nobody any more. That it was done, by whom, is in the audit; what had been in the fields is not.
 */
export async function erasePersonalData(context: Write, { id, code, evenSo }: Input<typeof call.erasePersonalData>) {
  const { now, audit, enqueue } = context
  const [member] = await lockForAdmin(context, [id])
  if (!member) throw new Error('the guard has found the member')
  if (code !== member.code) throw refused('code', `Write the member's code, ${member.code}, to be sure.`)
  await refuseWhileItGoesOn(context, id)
  if (!evenSo) await refuseWithBalance(context, id)

  const onItsWay = await forgetMember(context, member)
  // Outside of the database, so that a backup from before is restored without them.
  await enqueue(erasedJob, { memberId: id, at: now.toISOString() })
  for (const clubId of member.clubIds)
    audit({ clubId, memberId: id, subject: 'member', subjectId: id, before: null, after: { erased: true } })
  return { memberId: id, onItsWay }
}

/** Empties all that is personal of a member, and stops what is collected from them. @returns what can't be stopped */
export async function forgetMember(
  write: Pick<Write, 'tx' | 'now' | 'enqueue'>,
  { id, ...member }: Pick<MemberAcross, 'id' | 'personId' | 'rootClubId' | 'name'>,
) {
  const { tx, now, enqueue } = write
  const photo = await photoOf(tx, member.personId)
  const contacts = await tx.selectFrom('member_contact').select('person_id').where('member_id', '=', id).execute()
  await tx
    .updateTable('booking')
    .set({ cancelled_at: now })
    .where('member_id', '=', id)
    .where('cancelled_at', 'is', null)
    .where('booking_date', '>=', todayIn('Europe/London', now))
    .execute()
  // Also where there was a membership that has been deleted.
  const clubIds = await clubsThatCollect(tx, id)
  const onItsWay = await stopCollecting(write, { memberId: id, clubIds })
  await forgetCards(write, { memberId: id, clubIds })
  const messageIds = await messagesToOne(tx, id)
  const copies = await tx.selectFrom('message_recipient').select('copy_id').where('member_id', '=', id).execute()
  await forgetRows(tx, id)
  await emptyMessages(tx, messageIds)
  await dropCopies(
    tx,
    copies.flatMap(({ copy_id }) => copy_id ?? []),
  )
  await eraseName(tx, member.rootClubId, member.name)
  await forgetPerson(tx, member.personId)
  for (const { person_id } of contacts) await forgetPersonOfNobody(tx, person_id)
  // What a merge had remembered of him; with it goes the way back.
  await tx
    .deleteFrom('member_merge')
    .where(({ eb, or }) => or([eb('member_id', '=', id), eb('merged_member_id', '=', id)]))
    .execute()
  await tx.updateTable('member').set({ erased_at: now }).where('id', '=', id).execute()
  const key = keyIn(photo)
  if (key) await enqueue(deleteFileJob, { key })
  return onItsWay
}

async function clubsThatCollect(tx: Write['tx'], memberId: number): Promise<number[]> {
  const { rows } = await sql<{ clubId: number }>`
    select club_id as "clubId" from mandate where member_id = ${memberId}
    union select club_id from mandate_request where member_id = ${memberId}
    union select club_id from external_payment where member_id = ${memberId}
    union select club_id from saved_card where member_id = ${memberId}
    union select club_id from pay_link where member_id = ${memberId}`.execute(tx)
  return rows.map(({ clubId }) => clubId)
}

async function refuseWhileItGoesOn({ tx }: Write, memberId: number): Promise<void> {
  const alive = await tx
    .selectFrom('club_member')
    .innerJoin('club', 'club.id', 'club_member.club_id')
    .select('club.name')
    .where('member_id', '=', memberId)
    .where('member_status_id', 'in', [memberStatus.active, memberStatus.issue])
    .executeTakeFirst()
  if (!alive) return
  throw new Refused(409, `The membership in ${alive.name} goes on. Let it lapse first.`)
}

/** Once they're erased, no one can open their account to take a payment, reverse a charge or refund a credit. */
async function refuseWithBalance({ tx }: Write, memberId: number): Promise<void> {
  const { rows } = await sql<{ club: string; pence: number }>`
    select club.name as club, sum(pence)::bigint as pence from (
      select club_id, amount_pence as pence from charge where member_id = ${memberId}
      union all
      select club_id, -amount_pence from payment where member_id = ${memberId}
    ) entry join club on club.id = entry.club_id
    group by club.id having sum(pence) <> 0 order by club.name`.execute(tx)
  if (rows.length === 0) return
  const balances = rows.map(({ club, pence }) =>
    pence > 0 ? `They owe ${club} ${currency(pounds(pence))}.` : `${club} owes them ${currency(pounds(-pence))}.`,
  )
  const message = `${balances.join(' ')} Settle this first: no one can once they're erased.`
  throw new Refused(409, message, { evenSo: [message] })
}

async function forgetRows(tx: Write['tx'], memberId: number): Promise<void> {
  for (const { table } of membershipTables)
    await emptyWords(tx, table, sql`club_member_id in (select id from club_member where member_id = ${memberId})`)
  for (const { table, column, erase } of memberTables) {
    const isOfMember = sql`${sql.ref(column)} = ${memberId}`
    if (erase === 'delete') await sql`delete from ${sql.table(table)} where ${isOfMember}`.execute(tx)
    else await emptyWords(tx, table, isOfMember)
  }
  await emptyWords(tx, 'member', sql`id = ${memberId}`)
  await emptyWords(tx, 'audit', sql`member_id = ${memberId}`)
}

/** Empties the words of rows that have any. Others aren't written: charges and payments take no other change. */
async function emptyWords(tx: Write['tx'], table: PersonalTable, where: ReturnType<typeof sql>): Promise<void> {
  const { words, internalWords }: PersonalColumns = personalColumns[table]
  const columns = Object.entries({ ...words, ...internalWords })
  if (columns.length === 0) return
  const emptied = columns.map(([name, value]) =>
    value === null
      ? sql`${sql.ref(name)} = null`
      : sql`${sql.ref(name)} = case when ${sql.ref(name)} is not null then ${sql.lit(value)} end`,
  )
  const isFull = columns.map(([name, value]) =>
    value === null ? sql`${sql.ref(name)} is not null` : sql`${sql.ref(name)} <> ${sql.lit(value)}`,
  )
  await sql`
    update ${sql.table(table)} set ${sql.join(emptied)} where ${where} and (${sql.join(isFull, sql` or `)})`.execute(tx)
}

/** Empties what is personal of a person. */
export const forgetPerson = async (tx: Write['tx'], personId: number) => {
  await emptyWords(tx, 'consent', sql`person_id = ${personId}`)
  await emptyWords(tx, 'person', sql`id = ${personId}`)
}

/** A contact is a person of his own: he stays while he is someone else's contact, a member, or signs in here. */
async function forgetPersonOfNobody(tx: Write['tx'], personId: number): Promise<void> {
  const { rows } = await sql`
    select from person where id = ${personId}
      and not exists (select from member where person_id = person.id)
      and not exists (select from member_contact where person_id = person.id)
      and not exists (select from account where person_id = person.id)
      and not exists (select from club where person.id in (owner_id, admin_id, instructor_id))`.execute(tx)
  if (rows.length > 0) await forgetPerson(tx, personId)
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
