import type { applyBulkEdit as call } from '@honbu/contract/bulk.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { chosenMembers } from './chosen-members.ts'
import { demandSending } from './demand-sending.ts'
import { bulkJob } from './jobs.ts'
import type { BulkWrite } from './kind.ts'
import { kindOf } from './kinds.ts'
import { figuresOf, runEdit } from './run-edit.ts'
import { editOf, readEdit, type StoredEdit } from './stored-edit.ts'

/** So many people are changed at once, more by a job. */
const mostAtOnce = 50
const undoableFor = 24 * 3_600_000

export const applyBulkEdit =
  (providers: Providers) =>
  async (context: Write, { clubId, change, figures, ...which }: Input<typeof call>) => {
    const { tx, user, now, audit, enqueue } = context
    const { memberIds } = await chosenMembers({ db: tx, user, now }, { clubId, ...which })
    demandSending(user, { clubId, kind: kindOf(change), people: memberIds.length })
    const { root_club_id } = await tx
      .selectFrom('club')
      .select('root_club_id')
      .where('id', '=', clubId)
      .executeTakeFirstOrThrow()
    const { id } = await tx
      .insertInto('bulk_edit')
      .values({
        ...{ club_id: clubId, root_club_id, account_id: user.accountId, kind: change.kind },
        ...{ change: JSON.stringify(change), figures, state: 'waiting', created_at: now },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into bulk_edit_member (bulk_edit_id, club_id, member_id, outcome)
      select ${id}, ${clubId}, member_id, 'waiting' from unnest(${memberIds}::bigint[]) as member_id`.execute(tx)
    audit({
      ...{ clubId, subject: 'bulk_edit', subjectId: id },
      before: null,
      after: { ...change, members: memberIds.length },
    })
    if (memberIds.length > mostAtOnce) await enqueue(bulkJob.apply, { bulkEditId: id })
    else await carryOut({ ...context, providers }, await editOf(tx, id))
    return await readEdit(tx, id, context)
  }

/**
 * Makes a stored change, in a call or in a job.
 * @throws Refused 409 under `figures` where it would do something else than the preview has shown
 */
export async function carryOut(context: BulkWrite, edit: StoredEdit, onDone?: () => Promise<void>): Promise<void> {
  const { tx, now } = context
  const { id, clubId, change, kind, members, figures } = edit
  const memberIds = members.map(({ memberId }) => memberId)
  const result = await runEdit(context, { clubId, change, memberIds, ...(onDone && { onDone }) })
  if (figuresOf(result) !== figures) {
    const message = 'Something has changed since you looked. Look again before you apply it.'
    throw new Refused(409, message, { figures: [message] })
  }
  const outcomes = result.outcomes.map(({ memberId, why }) => ({ memberId, why }))
  await sql`
    update bulk_edit_member each set outcome = case when told.why = '' then 'changed' else 'leftOut' end, why = told.why
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as told ("memberId" bigint, why text)
    where each.bulk_edit_id = ${id} and each.member_id = told."memberId"`.execute(tx)
  await sql`
    insert into bulk_edit_row (bulk_edit_id, club_id, member_id, table_name, before, after)
    select ${id}, ${clubId}, "memberId", "table", before, after
    from jsonb_to_recordset(${JSON.stringify(result.rows)}::jsonb)
      as changed ("memberId" bigint, "table" text, before jsonb, after jsonb)`.execute(tx)
  await tx
    .updateTable('bulk_edit')
    .set({
      ...{ state: 'done', done: members.length },
      undo_until: kind.sends ? null : new Date(now.getTime() + undoableFor),
    })
    .where('id', '=', id)
    .execute()
}
