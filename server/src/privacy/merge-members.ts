import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/privacy.ts'
import { sql } from 'kysely'
import { settle } from '../ledger/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import { lockForAdmin, type MemberAcross } from './everywhere.ts'
import { memberTables } from './member-tables.ts'
import { type MergeLog, mergeLog, undoLogged } from './merge-log.ts'
import { mergeRules } from './merge-rules.ts'
import { mergedFields, mergedValues } from './merged-columns.ts'
import { reasonsForTwo } from './two-people.ts'

const daysToUndo = 30

/**
 * One human, two records: everything of the other moves to the one that stays. Each row that changes is written down,
 * with what it was, so that all of it can be taken back.
 */
export async function mergeMembers(context: Write, { id, otherMemberId, evenSo }: Input<typeof call.mergeMembers>) {
  const { tx, user, now, audit } = context
  if (id === otherMemberId) throw refused('otherMemberId', 'This is the same member: choose the other record.')
  const locked = await lockForAdmin(context, [id, otherMemberId])
  const [stays, goes] = [find(locked, id), find(locked, otherMemberId)]
  if (stays.rootClubId !== goes.rootClubId)
    throw refused('otherMemberId', 'The two belong to clubs that have nothing to do with each other.')

  const reasons = evenSo ? [] : await reasonsForTwo(tx, id, otherMemberId)
  if (reasons.length > 0) {
    const message = `These look like two people. ${reasons.join(' ')}`
    throw new Refused(409, message, { otherMemberId: [message] })
  }

  const undoUntil = new Date(now.getTime() + daysToUndo * 86_400_000)
  const { id: mergeId } = await tx
    .insertInto('member_merge')
    .values({
      root_club_id: stays.rootClubId,
      member_id: id,
      merged_member_id: otherMemberId,
      account_id: user.accountId,
      merged_at: now,
      undo_until: undoUntil,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`set constraints all deferred`.execute(tx)
  const log = mergeLog(tx, mergeId)
  await fillRecord(log, stays, goes)
  for (const rule of mergeRules) await rule({ tx, log, stays: id, goes: otherMemberId })
  await moveRest(log, id, otherMemberId)
  const settledPence = await settleBoth({ tx, log }, id)
  await tx.updateTable('member').set({ merged_into_id: id }).where('id', '=', otherMemberId).execute()
  await refreshDirectory(tx, [id, otherMemberId])
  // What does not fit is told now, not when the transaction ends.
  await sql`set constraints all immediate`.execute(tx)

  for (const clubId of new Set([...stays.clubIds, ...goes.clubIds]))
    audit({
      clubId,
      memberId: id,
      subject: 'member_merge',
      subjectId: mergeId,
      before: { memberId: otherMemberId, code: goes.code, name: goes.name },
      after: { memberId: id, code: stays.code, name: stays.name },
    })
  return { mergeId, memberId: id, undoUntil: undoUntil.toISOString(), settled: pounds(settledPence) }
}

/**
 * The credit of one record pays what the other owes. A charge whose payment is on its way at a provider keeps it, or it
 * would be paid twice.
 * @returns pence
 */
async function settleBoth({ tx, log }: { tx: Write['tx']; log: MergeLog }, memberId: number): Promise<number> {
  const { rows } = await sql<{ chargeId: number }>`
    select charge_id as "chargeId" from external_payment_part where member_id = ${memberId} and is_in_flight`.execute(
    tx,
  )
  const { ids, pence } = await settle(
    tx,
    [memberId],
    rows.map(({ chargeId }) => chargeId),
  )
  await log.added('allocation', ids)
  return pence
}

/** Fills what the record that stays lacks, in the person and in the member. */
async function fillRecord(log: MergeLog, stays: MemberAcross, goes: MemberAcross): Promise<void> {
  const person = sql`select ${mergedValues('person')} from person other where other.id = ${goes.personId}`
  await log.change(
    'person',
    sql`${mergedFields('person')} = (${person}), version = entry.version + 1`,
    sql`entry.id = ${stays.personId}`,
  )
  const member = sql`select ${mergedValues('member')} from member other where other.id = ${goes.id}`
  await log.change('member', sql`${mergedFields('member')} = (${member})`, sql`entry.id = ${stays.id}`)
}

async function moveRest(log: MergeLog, stays: number, goes: number): Promise<void> {
  for (const { table, column, key, once, onceWhere } of memberTables) {
    if (once) {
      const mine = once.map(name => sql`mine.${sql.ref(name)} = entry.${sql.ref(name)}`)
      await log.remove(
        table,
        sql`entry.${sql.ref(column)} = ${goes} and ${sql.raw(onceWhere ?? 'true')} and exists (
          select from ${sql.table(table)} mine where mine.${sql.ref(column)} = ${stays} and ${sql.join(mine, sql` and `)}
            and ${sql.raw(onceWhere ?? 'true')})`,
      )
    }
    await log.move({ table, column, key, from: goes, to: stays })
  }
}

export async function undoMerge(context: Write, { id, mergeId }: Input<typeof call.undoMerge>) {
  const { tx, user, now, audit } = context
  const [stays] = await lockForAdmin(context, [id])
  const merge = await tx
    .selectFrom('member_merge')
    .selectAll()
    .where('id', '=', mergeId)
    .where('member_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!merge || !stays) throw new Refused(404, 'There is no such merge of this member.', { mergeId: ['Not found.'] })
  if (merge.undone_at) throw new Refused(409, 'The records have been taken apart already.')
  if (merge.undo_until < now) throw new Refused(409, `A merge can be taken back for ${daysToUndo} days; they are over.`)
  const later = await tx
    .selectFrom('member_merge')
    .select('id')
    .where('member_id', '=', id)
    .where('undone_at', 'is', null)
    .where('id', '>', mergeId)
    .executeTakeFirst()
  if (later) throw new Refused(409, 'Another record was merged into this member since: take that one apart first.')

  await sql`set constraints all deferred`.execute(tx)
  await tx.updateTable('member').set({ merged_into_id: null }).where('id', '=', merge.merged_member_id).execute()
  const cannot =
    'Something has been added since that stands in its way: an enrolment, booking or mark for the same class.'
  await refuseOn(
    {
      class_member_no_overlap: ['mergeId', cannot],
      class_member_once: ['mergeId', cannot],
      booking_once: ['mergeId', cannot],
      attendance_once: ['mergeId', cannot],
    },
    () => undoLogged(tx, mergeId),
  )
  await refreshDirectory(tx, [id, merge.merged_member_id])
  await constraintsOrRefuse(tx)
  await tx.updateTable('member_merge').set({ undone_at: now }).where('id', '=', mergeId).execute()
  for (const clubId of stays.clubIds)
    audit({
      clubId,
      memberId: id,
      subject: 'member_merge',
      subjectId: mergeId,
      before: { memberId: id },
      after: { memberId: id, otherMemberId: merge.merged_member_id, by: user.name },
    })
  return { memberId: id, otherMemberId: merge.merged_member_id }
}

/**
 * What was paid since may settle what the other record brought along, and one payment is not two members'.
 * @throws Refused 409
 */
async function constraintsOrRefuse(tx: Write['tx']): Promise<void> {
  try {
    await sql`set constraints all immediate`.execute(tx)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    const message = 'Money of one record has settled what the other owed since: the two cannot be taken apart any more.'
    throw new Refused(409, message, { mergeId: [message] })
  }
}

/** What a member owes has come from somewhere else, which no trigger of the ledger sees: entries are never changed there. */
async function refreshDirectory(tx: Write['tx'], memberIds: readonly number[]): Promise<void> {
  await sql`
    select refresh_directory(array(select id from club_member where member_id = any(${[...memberIds]}::bigint[])))`.execute(
    tx,
  )
}

export async function getMerges({ db, now }: Read, { id }: Input<typeof call.getMerges>) {
  const rows = await db
    .selectFrom('member_merge')
    .innerJoin('member', 'member.id', 'member_merge.merged_member_id')
    .innerJoin('person', 'person.id', 'member.person_id')
    .leftJoin('account', 'account.id', 'member_merge.account_id')
    .leftJoin('person as author', 'author.id', 'account.person_id')
    .select(['member_merge.id as mergeId', 'member.id as otherMemberId', 'member.code as otherCode'])
    .select(sql<string>`trim(person.first_name || ' ' || person.last_name)`.as('otherName'))
    .select(['member_merge.merged_at as mergedAt', 'member_merge.undo_until as undoUntil'])
    .select(sql<string>`trim(coalesce(author.first_name || ' ' || author.last_name, ''))`.as('by'))
    .where('member_merge.member_id', '=', id)
    .where('member_merge.undone_at', 'is', null)
    .where('member_merge.undo_until', '>', now)
    .orderBy('member_merge.id', 'desc')
    .execute()
  return rows.map(row => ({
    ...row,
    mergedAt: row.mergedAt.toISOString(),
    undoUntil: row.undoUntil.toISOString(),
  }))
}

function find(members: readonly MemberAcross[], id: number): MemberAcross {
  const found = members.find(member => member.id === id)
  if (!found) throw new Refused(404, `There is no member ${id}.`)
  return found
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
