import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { paymentMethod } from '@honbu/contract/ids.ts'
import type { getPayWays as call } from '@honbu/contract/paying.ts'
import { sql } from 'kysely'
import { recipientsOf } from '../notes/index.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import type { Providers } from '../providers/index.ts'
import { reasonOfCard } from './card-reasons.ts'
import { underWay } from './under-way.ts'

interface Club {
  clubId: number
  clubName: string
  timeZone: string
  hasDirectDebit: boolean
  paysByCard: boolean
  savedCardId: number | null
  savedAt: Date | null
  lastState: string | null
  lastCode: string | null
  lastAt: Date | null
}

interface Link {
  payLinkId: number
  clubId: number
  clubName: string
  purpose: 'pay' | 'card'
  transactionId: number | null
  description: string
  sentBy: 'email' | 'sms' | 'qr'
  sentTo: string
  createdAt: Date
  expiresAt: Date
  problem: string
}

export const getPayWays =
  (providers: Providers) =>
  async ({ db, user, now }: Read, { id: memberId }: Input<typeof call>) => {
    const ours = [...user.clubs.keys()]
    const { rows: clubs } = await sql<Club>`
      select club.id as "clubId", club.name as "clubName", club.time_zone as "timeZone",
        exists (select from mandate where mandate.member_id = ${memberId} and mandate.club_id = club.id
          and mandate_is_live(state) and cancel_requested_at is null) as "hasDirectDebit",
        coalesce(membership.payment_method_id = ${paymentMethod.card}, false) as "paysByCard",
        card.id as "savedCardId", card.created_at as "savedAt",
        last.state as "lastState", last.code as "lastCode", last.at as "lastAt"
      from club_member membership
      join club on club.id = membership.club_id
      left join saved_card card on card.member_id = ${memberId} and card.club_id = club.id and card.ended_at is null
      -- What came of the newest payment by it of which something is known.
      left join lateral (
        select payment.state, cause_code as code,
          (select max(at) from external_payment_change where external_payment_id = payment.id) as at
        from card_payment join external_payment payment on payment.id = external_payment_id
        where saved_card_id = card.id and payment.state not in ('waiting', 'submitted', 'cancelled')
        order by payment.id desc limit 1
      ) last on true
      where membership.member_id = ${memberId} and club.id = any(${ours})
      order by club.name, club.id`.execute(db)
    const { rows: links } = await sql<Link>`
      select link.id as "payLinkId", club.id as "clubId", club.name as "clubName", purpose, charge_id as "transactionId",
        coalesce(charge.description, '') as description, sent_by as "sentBy", sent_to as "sentTo",
        link.created_at as "createdAt", expires_at as "expiresAt", problem
      from pay_link link
      join club on club.id = link.club_id
      left join charge on charge.id = link.charge_id
      where link.member_id = ${memberId} and link.club_id = any(${ours}) and ended_at is null and expires_at > ${now}
        -- What has been paid is no open link any more.
        and case
          when purpose = 'card' then not exists (select from checkout where pay_link_id = link.id and state = 'done')
          when charge_id is not null then exists (select from open_charge where open_charge.charge_id = link.charge_id)
          else exists (select from open_charge where open_charge.member_id = link.member_id
            and open_charge.club_id = link.club_id)
        end
      order by link.id desc limit 20`.execute(db)
    const under = await underWay(db, { memberId })
    const { rows: visible } = await sql<{ chargeId: number; clubId: number; pence: number }>`
      select charge.id as "chargeId", charge.club_id as "clubId", coalesce(open_charge.pence, 0)::integer as pence
      from charge left join open_charge on open_charge.charge_id = charge.id
      where charge.id = any(${under.map(({ chargeId }) => chargeId)}::bigint[]) and charge.club_id = any(${ours})`.execute(
      db,
    )
    return {
      clubs: await Promise.all(
        clubs.map(async ({ timeZone, savedCardId, savedAt, lastState, lastCode, lastAt, ...club }) => {
          const [canKeepCard, hasBank, { email, sms }] = await Promise.all([
            providers.hasAccount(db, club.clubId, 'stripe'),
            providers.hasAccount(db, club.clubId, 'gocardless'),
            recipientsOf(db, { memberId, clubId: club.clubId, now }),
          ])
          const isGone = lastState !== null && reasonOfCard(lastCode ?? '', lastState) === 'cardEnded'
          const refusedOn = isGone && lastAt ? todayIn(timeZone, lastAt) : null
          const card = savedCardId && savedAt && { savedCardId, savedOn: todayIn(timeZone, savedAt), refusedOn }
          const can = { canKeepCard, canLink: canKeepCard || hasBank }
          return { ...club, ...can, card: card || null, email: reach(email), sms: reach(sms) }
        }),
      ),
      underWay: under.flatMap(({ chargeId, how, isQuick, isPage, canStop }) =>
        visible
          .filter(charge => charge.chargeId === chargeId)
          .map(({ clubId, pence }) => ({
            transactionId: chargeId,
            clubId,
            outstanding: pounds(pence),
            how,
            isQuick,
            isPage,
            canStop,
          })),
      ),
      links: links.map(({ createdAt, expiresAt, ...link }) => ({
        ...link,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
    }
  }

type Reached = Awaited<ReturnType<typeof recipientsOf>>['email']

const reach = ({ to, refused, waitsUntil }: Reached) => ({
  name: to?.name ?? '',
  address: to?.address ?? '',
  refused: to ? '' : (refused ?? 'No address is known.'),
  waitsUntil,
})
