import type { AutomationPlan, AutomationStep } from '@honbu/contract/automation-plan.ts'
import type * as call from '@honbu/contract/automations.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { holds, unmet } from './conditions.ts'
import { log, settle } from './log.ts'
import { nextOf, tooLateForClass } from './next-step.ts'
import { refusalOf } from './refusal-of.ts'
import { type RunState, readRun } from './run-state.ts'

/** A call, or what the public pages of a club do. */
type Writing = Pick<Write, 'tx' | 'now' | 'audit'>

/** Begins what is to follow a booked trial, or brings it in line with what is so now; asked twice, it changes nothing. */
export async function activation(context: Writing, { memberId, bookingId }: Input<typeof call.activation>) {
  const { tx, audit } = context
  const booking = await tx
    .selectFrom('booking')
    .select(['member_id as memberId', 'club_id as clubId'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  const message = 'Is a booking of somebody else.'
  if (booking?.memberId !== memberId) throw new Refused(400, message, { bookingId: [message] })
  const runs = await beginAnew(context, { memberId, bookingId, clubId: booking.clubId })
  const at = new Map<string | null, string | null>()
  for (const { runId, builtIn } of runs) at.set(builtIn, await foresee(context, runId))
  const scheduled = {
    reminderAt: at.get('trial-reminder') ?? null,
    invitationAt: at.get('join-invitation') ?? null,
  }
  audit({ clubId: booking.clubId, memberId, subject: 'booking', subjectId: bookingId, after: scheduled })
  return { memberId, bookingId, ...scheduled }
}

/** What has sent nothing yet begins again, also where it had stopped: its reason may be back. */
async function beginAnew({ tx, now }: Writing, booked: { memberId: number; bookingId: number; clubId: number }) {
  const { memberId, bookingId, clubId } = booked
  const { rows } = await sql<{ runId: number; builtIn: string | null; what: 'started' | 'again' | null }>`
    with watching as (
      select watch.*, automation.built_in from automation_watch watch join automation on automation.id = watch.automation_id
      where watch.club_id = ${clubId} and watch.trigger_kind = 'activation'
    ), before as (
      select run.* from automation_run run join watching on watching.automation_id = run.automation_id
      where run.member_id = ${memberId} and run.cause = ${`booking:${bookingId}`} for update of run
    ), begun as (
      insert into automation_run as run (automation_id, version, club_id, root_club_id, member_id, cause, booking_id,
        happened_at, due_at, started_at)
      select automation_id, version, club_id, root_club_id, ${memberId}, ${`booking:${bookingId}`}, ${bookingId},
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from watching
      on conflict (automation_id, member_id, cause) do update
      set state = 'waiting', because = '', ended_at = null, step = 0, version = excluded.version,
        due_at = excluded.due_at, happened_at = excluded.happened_at
      where run.sent_at is null and run.state in ('waiting', 'stopped')
      returning run.id, run.automation_id
    )
    select coalesce(begun.id, before.id) as "runId", watching.built_in as "builtIn",
      case when before.id is null then 'started' when before.state = 'stopped' then 'again' end as what
    from watching
    left join before on before.automation_id = watching.automation_id
    left join begun on begun.automation_id = watching.automation_id
    where coalesce(begun.id, before.id) is not null
    order by watching.automation_id`.execute(tx)
  for (const { runId, what } of rows) if (what) await log(tx, runId, { what, now })
  return rows
}

/** Lets it wait, or stops what is not to be. @returns when the first message is to be sent, or was */
async function foresee({ tx, now }: Writing, runId: number): Promise<string | null> {
  const { sent_at } = await tx
    .selectFrom('automation_run')
    .select('sent_at')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow()
  if (sent_at) return sent_at.toISOString()
  const run = await readRun(tx, runId, now)
  if (run.state !== 'waiting') return null
  const at = firstMessageAt(run, now)
  const because = at.because ?? (at.message && (await refusalOf(tx, { ...run, ...at.message, now })))
  if (because !== null) {
    await settle(tx, runId, { state: 'stopped', because, now })
    return null
  }
  const next = nextOf(run.plan, { index: run.step, due: run.due }, run, now)
  if (next.what === 'wait')
    await tx.updateTable('automation_run').set({ step: next.index, due_at: next.due }).where('id', '=', runId).execute()
  return at.due?.toISOString() ?? null
}

type MessageStep = Extract<AutomationStep, { kind: 'message' }>

interface Foreseen {
  readonly due: Date | null
  readonly message: MessageStep | null
  /** Why it comes to nothing. */
  readonly because: string | null
}

const nothing: Foreseen = { due: null, message: null, because: null }

/** When the first message is to be sent if everything stays as it is. */
export function firstMessageAt(run: RunState & { readonly plan: AutomationPlan }, now: Date): Foreseen {
  if (run.gone !== null) return { ...nothing, because: run.gone }
  const against = run.plan.conditions.find(condition => !holds(condition, run.facts))
  if (against) return { ...nothing, because: unmet(against) }
  let at = { index: run.step, due: run.due }
  let moment = now
  for (;;) {
    const next = nextOf(run.plan, at, run, moment)
    switch (next.what) {
      case 'wait':
        at = { index: next.index, due: next.due }
        moment = next.due
        break
      case 'do':
        if (next.step.kind === 'message') return { due: next.due, message: next.step, because: null }
        if (next.step.kind === 'condition' && !holds(next.step.condition, run.facts))
          return { ...nothing, because: unmet(next.step.condition) }
        at = { index: next.index + 1, due: next.due }
        break
      case 'done':
        return nothing
      case 'stop':
        return { ...nothing, because: next.because }
      case 'missed':
        return { ...nothing, because: tooLateForClass }
    }
  }
}
