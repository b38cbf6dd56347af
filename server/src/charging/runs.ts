import {
  chargingRunColumns,
  type getChargingRun as getRunCall,
  type getRunCharges as getRunChargesCall,
  type getChargingRuns as getRunsCall,
  runChargeColumns,
  type startChargingRun as startCall,
} from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Kysely, sql } from 'kysely'
import { workingDaysAfter } from '../plans/index.ts'
import { gridQuery } from '../platform/grid.ts'
import { pounds } from '../platform/money.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { chargingJob } from './run-charging.ts'
import { settingsOf } from './settings.ts'

const stuckAfter = 60_000

/** Begins a run; where one is under way, that one, which is woken up when it stands still. */
export async function startChargingRun(context: Write, { clubId }: Input<typeof startCall>) {
  const { tx, user, now, audit, enqueue } = context
  const { today, daysAhead } = await settingsOf(tx, clubId, now)
  const begun = await tx
    .insertInto('charging_run')
    .values({
      club_id: clubId,
      account_id: user.accountId,
      run_on: today,
      due_until: workingDaysAfter(today, daysAhead),
      created_at: now,
      moved_at: now,
    })
    // Not as a parameter: with one, a prepared statement does not find the index.
    .onConflict(conflict => conflict.column('club_id').where(sql`state`, '<>', sql.lit('done')).doNothing())
    .returning('id')
    .executeTakeFirst()
  const [run] = await runsOf(tx)
    .where('run.club_id', '=', clubId)
    .where(({ eb }) => (begun ? eb('run.id', '=', begun.id) : eb('run.state', '<>', 'done')))
    .execute()
  // It has ended between the two: what it could charge is charged.
  if (!run) return await startChargingRun(context, { clubId })
  const asked = toRun(run, now)
  if (begun || asked.isStuck) {
    await tx.updateTable('charging_run').set({ moved_at: now }).where('id', '=', run.runId).execute()
    await enqueue(chargingJob, { runId: run.runId })
  }
  audit({ clubId, subject: 'charging_run', subjectId: run.runId, after: { dueUntil: run.dueUntil, isNew: !!begun } })
  return { ...asked, isStuck: false }
}

export async function getChargingRun({ db, now }: Read, { id }: Input<typeof getRunCall>) {
  return toRun(await runsOf(db).where('run.id', '=', id).executeTakeFirstOrThrow(), now)
}

export async function openRunOf(db: Kysely<Tables>, clubId: number, now: Date) {
  const run = await runsOf(db).where('run.club_id', '=', clubId).where('run.state', '<>', 'done').executeTakeFirst()
  return run ? toRun(run, now) : null
}

export async function lastRunOf(db: Kysely<Tables>, clubId: number): Promise<number | null> {
  const run = await db
    .selectFrom('charging_run')
    .select('id')
    .where('club_id', '=', clubId)
    .where('state', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return run?.id ?? null
}

export async function getChargingRuns({ db, now }: Read, { clubId, ...grid }: Input<typeof getRunsCall>) {
  const page = await gridQuery(
    runsOf(db).where('run.club_id', '=', clubId),
    {
      columns: chargingRunColumns,
      expressions: {
        runOn: 'run.run_on',
        dueUntil: 'run.due_until',
        charged: 'run.charged',
        amount: sql`run.pence / 100.0`,
        leftOut: 'run.left_out',
      },
      id: sql`-run.id`,
      sort: [{ field: 'runOn', dir: 'desc' }],
    },
    grid,
  )
  return { ...page, data: page.data.map(run => toRun(run, now)) }
}

export async function getRunCharges({ db }: Read, { id, ...grid }: Input<typeof getRunChargesCall>) {
  const name = sql<string>`trim(person.first_name || ' ' || person.last_name)`
  const open = sql<number>`coalesce((select pence from open_charge where open_charge.charge_id = charge.id), 0)`
  const page = await gridQuery(
    db
      .selectFrom('membership_period as period')
      .innerJoin('charge', join =>
        join.on(({ eb, ref, or }) =>
          or([
            eb(ref('charge.id'), '=', ref('period.charge_id')),
            eb(ref('charge.id'), '=', ref('period.joining_fee_charge_id')),
          ]),
        ),
      )
      .innerJoin('member', 'member.id', 'charge.member_id')
      .innerJoin('person', 'person.id', 'member.person_id')
      .where('period.charging_run_id', '=', id)
      .select(['charge.id as transactionId', 'charge.member_id as memberId', name.as('memberName')])
      .select(['charge.description', 'charge.due_on as dueOn', 'charge.payment_method_id as paymentMethodId'])
      .select(['charge.amount_pence as pence', open.as('openPence')]),
    {
      columns: runChargeColumns,
      expressions: {
        memberName: name,
        description: 'charge.description',
        dueOn: 'charge.due_on',
        paymentMethodId: 'charge.payment_method_id',
        amount: sql`charge.amount_pence / 100.0`,
        open: sql`${open} / 100.0`,
      },
      id: 'charge.id',
      sort: [{ field: 'memberName', dir: 'asc' }],
    },
    grid,
  )
  return {
    ...page,
    data: page.data.map(({ pence, openPence, ...row }) => ({ ...row, amount: pounds(pence), open: pounds(openPence) })),
  }
}

const runsOf = (db: Kysely<Tables>) =>
  db
    .selectFrom('charging_run as run')
    .leftJoin('account', 'account.id', 'run.account_id')
    .leftJoin('person', 'person.id', 'account.person_id')
    .select(['run.id as runId', 'run.club_id as clubId', 'run.state', 'run.run_on as runOn'])
    .select(['run.due_until as dueUntil', 'run.done', 'run.total', 'run.charged', 'run.pence'])
    .select(['run.left_out as leftOut', 'run.failed', 'run.created_at as createdAt', 'run.moved_at as movedAt'])
    .select(['run.finished_at as finishedAt', 'person.first_name as firstName', 'person.last_name as lastName'])

type Row = Awaited<ReturnType<ReturnType<typeof runsOf>['execute']>>[number]

function toRun({ state, pence, createdAt, movedAt, finishedAt, firstName, lastName, ...run }: Row, now: Date) {
  return {
    ...run,
    // The database allows no other.
    state: state as 'waiting' | 'running' | 'done',
    amount: pounds(pence),
    by: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
    isStuck: state !== 'done' && now.getTime() - movedAt.getTime() > stuckAfter,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
