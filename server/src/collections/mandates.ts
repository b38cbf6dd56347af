import type * as call from '@honbu/contract/collections.ts'
import { mandateStateNames } from '@honbu/contract/collections.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { clubsOf } from './club-of.ts'
import { job } from './parts.ts'

interface Row {
  mandateId: number
  memberId: number
  clubId: number
  clubName: string
  state: keyof typeof mandateStateNames
  isLive: boolean
  createdAt: Date
  nextPossibleChargeDate: string | null
  cause: string
  isCancelling: boolean
  problem: string
}

export const getMandates =
  (providers: Providers) =>
  async ({ db, user, now }: Read, { id }: Input<typeof call.getMandates>) => {
    const { rows } = await sql<Row>`
      select mandate.id as "mandateId", member_id as "memberId", club.id as "clubId", club.name as "clubName", state,
        mandate_is_live(state) as "isLive", mandate.created_at as "createdAt",
        next_possible_charge_date as "nextPossibleChargeDate", cause, cancel_requested_at is not null as "isCancelling",
        problem
      from mandate join club on club.id = mandate.club_id
      where member_id = ${id} and club_id = any(${[...user.clubs.keys()]})
      order by mandate_is_live(state) desc, mandate.created_at desc, mandate.id desc limit 100`.execute(db)
    const requests = await db
      .selectFrom('mandate_request as request')
      .innerJoin('club', 'club.id', 'request.club_id')
      .select(['club.id as clubId', 'club.name as clubName', 'request.email as sentTo'])
      .select(['request.created_at as createdAt', 'expires_at as expiresAt'])
      .where('member_id', '=', id)
      .where('club.id', 'in', [0, ...user.clubs.keys()])
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('request.id', 'desc')
      .execute()
    const clubs = (await clubsOf(db, user, id)).filter(({ isOver }) => !isOver)
    return {
      mandates: rows.map(({ createdAt, ...row }) => ({
        ...row,
        stateName: mandateStateNames[row.state],
        createdAt: createdAt.toISOString(),
      })),
      requests: requests.map(({ createdAt, expiresAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
      clubs: await Promise.all(
        clubs.map(async ({ clubId, clubName }) => ({
          ...{ clubId, clubName },
          canCollect: await providers.hasAccount(db, clubId, 'gocardless'),
        })),
      ),
    }
  }

export async function cancelMandate(
  { tx, user, now, audit, enqueue }: Write,
  { id: memberId, mandateId }: Input<typeof call.cancelMandate>,
) {
  const live = await tx
    .selectFrom('mandate')
    .select(['id', 'club_id as clubId', 'state', 'cancel_requested_at as requestedAt'])
    .where('member_id', '=', memberId)
    .where('club_id', 'in', [0, ...user.clubs.keys()])
    .where(sql<boolean>`mandate_is_live(state) or state in ('pending_customer_approval', 'suspended_by_payer')`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const [only] = mandateId === undefined ? live : live.filter(({ id }) => id === mandateId)
  if (!only) throw refused('There is no mandate that could be cancelled.', 409)
  if (mandateId === undefined && live.length > 1) throw refused('There are several mandates: say which.', 400)
  const { id, clubId, state, requestedAt } = only
  if (!requestedAt) {
    await tx.updateTable('mandate').set({ cancel_requested_at: now, problem: '' }).where('id', '=', id).execute()
    await enqueue(job.cancelMandate, { mandateId: id })
  }
  const before = { state: mandateStateNames[state as keyof typeof mandateStateNames] }
  audit({ clubId, memberId, subject: 'mandate', subjectId: id, before, after: { state: 'To be cancelled' } })
  return { memberId, mandateId: id }
}

const refused = (message: string, status: number) => new Refused(status, message, { mandateId: [message] })
