import type { getFirstRun as call, LeftOutReason } from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus, paymentMethod } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read } from '../platform/route.ts'
import { type NextCharge, nextCharges } from './next-charges.ts'
import { settingsOf } from './settings.ts'

/** So many are named of each kind. */
const mostNamed = 50

/** A current member with what they will be charged first, or why they won't be. */
export interface Starter {
  readonly clubMemberId: number
  readonly memberId: number
  readonly memberName: string
  readonly hasMandate: boolean
  readonly isInvited: boolean
  /** A price is agreed, with a plan or without. */
  readonly hasPrice: boolean
  readonly charge: NextCharge | undefined
}

/** The current members of a club, by name. */
export async function startersOf(db: Db, { clubId, today, now }: { clubId: number; today: string; now: Date }) {
  const { rows } = await sql<Omit<Starter, 'charge'>>`
    select own.id as "clubMemberId", own.member_id as "memberId",
      trim(person.first_name || ' ' || person.last_name) as "memberName",
      has_live_mandate(own.member_id, own.club_id) as "hasMandate", own.sub_price_pence is not null as "hasPrice",
      exists (select from mandate_request request where request.member_id = own.member_id
        and request.club_id = own.club_id and request.ended_at is null and request.expires_at > ${now}) as "isInvited"
    from club_member own join member on member.id = own.member_id join person on person.id = member.person_id
    where own.club_id = ${clubId} and own.member_status_id in (${memberStatus.active}, ${memberStatus.issue})
    order by person.last_name, person.first_name, own.id`.execute(db)
  const charges = new Map((await nextCharges(db, { clubId }, today)).map(charge => [charge.clubMemberId, charge]))
  return rows.map((row): Starter => ({ ...row, charge: charges.get(row.clubMemberId) }))
}

type Billed = Starter & { readonly charge: NextCharge & { readonly dueOn: string; readonly pence: number } }

const isBilled = (each: Starter): each is Billed => each.charge?.dueOn != null && (each.charge.pence ?? 0) > 0

/** Why a current member is not charged; null: they are. */
export function reasonOf(each: Starter): LeftOutReason | 'noPlan' | null {
  if (isBilled(each)) return null
  if (each.charge) return each.charge.reason ?? 'free'
  return each.hasPrice ? 'noNextPayment' : 'noPlan'
}

/** They pay by Direct Debit and have none yet. */
export const lacksMandate = ({ charge, hasMandate }: Starter) =>
  charge?.paymentMethodId === paymentMethod.directDebit && !hasMandate

/** What starting to bill would do. */
export async function firstRunOf(db: Db, clubId: number, now: Date) {
  const { today, isNightly, startsOn } = await settingsOf(db, clubId, now)
  const starters = await startersOf(db, { clubId, today, now })
  const billed = starters.filter(isBilled)
  const lacking = billed.filter(lacksMandate)
  const amountOf = (some: readonly Billed[]) => pounds(some.reduce((sum, { charge }) => sum + charge.pence, 0))
  const named = (some: readonly Starter[]) =>
    some.slice(0, mostNamed).map(({ memberId, memberName }) => ({ memberId, memberName }))
  const leftOut = Map.groupBy(
    starters.filter(each => reasonOf(each) !== null),
    each => reasonOf(each) ?? 'free',
  )
  return {
    ...{ today, isStarted: isNightly, startsOn },
    firstOn: billed.map(({ charge }) => charge.dueOn).sort()[0] ?? null,
    members: billed.length,
    amount: amountOf(billed),
    withoutMandate: {
      ...{ members: lacking.length, amount: amountOf(lacking) },
      invited: lacking.filter(({ isInvited }) => isInvited).length,
      some: named(lacking),
    },
    leftOut: [...leftOut]
      .map(([reason, some]) => ({
        ...{ reason, members: some.length, some: named(some) },
        memberIds: some.map(({ memberId }) => memberId),
      }))
      .sort((a, b) => b.members - a.members),
  }
}

/** Adds up the subscriptions by which GoCardless still collects from members. */
export async function subscriptionsOf(db: Db, clubId: number) {
  const { rows } = await sql<Subscriptions>`
    select count(*) filter (where not is_ending) as count,
      coalesce(sum(amount_pence) filter (where not is_ending and state = 'active'), 0) as pence,
      min(next_payment) filter (where not is_ending) as "nextOn",
      count(*) filter (where is_ending) as ending, count(*) filter (where problem <> '') as refused,
      coalesce(min(problem) filter (where problem <> ''), '') as problem
    from (select *, cancel_requested_at is not null as is_ending from external_subscription
      where club_id = ${clubId} and state in ('active', 'paused', 'pending_customer_approval')) subscription`.execute(
    db,
  )
  const { pence = 0, ...told } = rows[0] ?? { count: 0, nextOn: null, ending: 0, refused: 0, problem: '' }
  return { ...told, amount: pounds(pence) }
}

interface Subscriptions {
  count: number
  pence: number
  nextOn: string | null
  ending: number
  refused: number
  problem: string
}

export async function getFirstRun({ db, now }: Read, { clubId }: Input<typeof call>) {
  const [run, subscriptions, { rows }] = await Promise.all([
    firstRunOf(db, clubId, now),
    subscriptionsOf(db, clubId),
    sql<{ found: number; count: number; pence: number; nextOn: string | null }>`
      select count(*) as found, coalesce(sum(subscriptions), 0) as count,
        coalesce(sum(subscription_pence), 0) as pence, min(next_payment) as "nextOn"
      from found_mandate where club_id = ${clubId} and for_member_id is null`.execute(db),
  ])
  const { found = 0, count = 0, pence = 0, nextOn = null } = rows[0] ?? {}
  return { ...run, subscriptions, foundMandates: found, foundSubscriptions: { count, amount: pounds(pence), nextOn } }
}
