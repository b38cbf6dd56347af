import type { Input, Output } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/imports.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import { readBatch } from './run/batch.ts'
import { summaries, summaryOf } from './summary.ts'

export async function getImports({ db, now }: Read, { id }: Input<typeof call.getImports>) {
  const rows = await summaries(db).where('club_id', '=', id).orderBy('id', 'desc').limit(50).execute()
  // The contract checks the words on their way out.
  return rows.map(row => summaryOf(row, now)) as Output<typeof call.getImports>
}

/** A job that has written nothing for so long has died with its process. */
const stuckAfter = 60_000

export async function getImport({ db, now }: Read, { id }: Input<typeof call.getImport>) {
  const batch = await readBatch(db, id)
  const row = await summaries(db).where('id', '=', id).executeTakeFirstOrThrow()
  const club = await db.selectFrom('club').select('name').where('id', '=', batch.club_id).executeTakeFirstOrThrow()
  const isWorking = ['checking', 'importing', 'undoing'].includes(batch.state)
  const last = batch.progress_at?.getTime() ?? batch.created_at.getTime()
  const left = await namesOf(db, batch.undo_left)
  return {
    ...summaryOf(row, now),
    clubName: club.name,
    reading: batch.reading,
    mapping: batch.mapping,
    billing: batch.state === 'checked' ? batch.billing : null,
    findings: batch.state === 'checked' ? batch.findings : null,
    reversedBalances: batch.state === 'undone' ? await balancesIn(db, id) : 0,
    undoLeft: left,
    progress: { done: batch.done, total: batch.total, isStuck: isWorking && now.getTime() - last > stuckAfter },
    failure: batch.failure,
    hasFile: batch.file_key !== null,
  } as Output<typeof call.getImport>
}

async function balancesIn(db: Db, importId: number): Promise<number> {
  const { count } = await db
    .selectFrom('import_change')
    .innerJoin('member', 'member.id', 'member_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_batch_id', '=', importId)
    .where('table_name', '=', 'charge')
    .where('member.erased_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

const LeftMembers = z.array(z.object({ memberId: z.int(), why: z.string() }))

/** Who has been erased since isn't named. */
async function namesOf(db: Db, undoLeft: unknown) {
  const left = new Map(LeftMembers.parse(undoLeft).map(({ memberId, why }) => [memberId, why]))
  if (left.size === 0) return []
  const rows = await db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.person_id')
    .select(['member.id as memberId', 'member.code'])
    .select(sql<string>`trim(person.first_name || ' ' || person.last_name)`.as('name'))
    .where('member.id', 'in', [...left.keys()])
    .where('member.erased_at', 'is', null)
    .orderBy('person.last_name')
    .orderBy('member.id')
    .execute()
  return rows.map(row => ({ ...row, why: left.get(row.memberId) ?? '' }))
}
