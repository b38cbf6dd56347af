import { sql } from 'kysely'
import { areaGauges, byState } from '../platform/area-gauges.ts'
import type { Db } from '../platform/database.ts'

interface State {
  readonly waiting: number
  readonly late: number
  readonly sent: number
  readonly failed: number
  readonly eventsWaiting: number
  readonly eventsLate: number
  readonly problems: number
}

/** Collections at the payment providers, and what those have told us. */
export const collectionMetrics = (db: Db, now: () => Date) =>
  areaGauges('collections', () => readState(db, now()), [
    {
      name: 'collections',
      labels: ['state'],
      help: 'Collections that wait to be sent, have waited for an hour, and of the last 7 days those that stand and failed',
      value: ({ waiting, late, sent, failed }) => byState({ waiting, late, sent, failed }),
    },
    {
      name: 'provider_events',
      labels: ['state'],
      help: 'Stored webhooks of payment providers that are not worked off, and those that are due for ten minutes',
      value: ({ eventsWaiting: waiting, eventsLate: late }) => byState({ waiting, late }),
    },
    {
      name: 'provider_account_problems',
      help: 'Accounts at payment providers that have a problem',
      value: ({ problems }) => problems,
    },
  ])

async function readState(db: Db, now: Date): Promise<State> {
  const failed = sql`state in ('failed', 'refused', 'cancelled', 'customer_approval_denied', 'charged_back')`
  // Added up by club, so that the planner takes the index of a club’s days however large the table is.
  const { rows } = await sql<State>`
    select *, (select count(*) from provider_account where problem <> '')::int as problems
    from (
      select count(*)::int as waiting,
        count(*) filter (where created_at < ${now}::timestamptz - interval '1 hour')::int as late
      from external_payment where state = 'waiting') waiting,
    (
      select coalesce(sum(sent), 0)::int as sent, coalesce(sum(failed), 0)::int as failed
      from club
      cross join lateral (
        select count(*) filter (where not (${failed})) as sent, count(*) filter (where ${failed}) as failed
        from external_payment
        where club_id = club.id and state <> 'waiting'
          and charge_date between (${now}::timestamptz - interval '7 days')::date and ${now}::timestamptz::date) of_club
      ) recent,
    (
      select count(*)::int as "eventsWaiting",
        count(*) filter (where try_again_at < ${now}::timestamptz - interval '10 minutes')::int as "eventsLate"
      from provider_event where worked_at is null) event`.execute(db)
  const [state] = rows
  if (!state) throw new Error('A count has one row.')
  return state
}
