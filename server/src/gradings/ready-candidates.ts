import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/gradings.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Read, Write } from '../platform/route.ts'
import { readySql } from '../tasks/index.ts'
import { type Grading, requireGrading } from './grading.ts'
import { setGradingCandidate } from './set-grading-candidate.ts'

export async function getReadyCandidates({ db, now }: Read, input: Input<typeof call.getReadyCandidates>) {
  return { memberIds: await readyFor(db, await requireGrading(db, { ...input, now })) }
}

export async function addReadyCandidates(context: Write, input: Input<typeof call.addReadyCandidates>) {
  const { tx, now } = context
  const memberIds = await readyFor(tx, await requireGrading(tx, { ...input, now }))
  for (const id of memberIds) await setGradingCandidate(context, { id, isCandidate: true, ...input })
  // A write that found no one is on record too.
  if (memberIds.length === 0) context.audit({ clubId: null, subject: 'class_member', after: { ...input, added: 0 } })
  return { memberIds }
}

/** Those whom the task “Ready for …” is about, in what is graded here: ready today and no candidates yet. */
async function readyFor(db: Db, { clubId, today, disciplineIds }: Grading): Promise<number[]> {
  const { rows } = await sql<{ memberId: number }>`
    select distinct member_id as "memberId" from ${readySql({ clubId, today })} ready
    where discipline_id = any(${[...disciplineIds]}::bigint[])
    order by 1`.execute(db)
  return rows.map(({ memberId }) => memberId)
}
