import { type settleGaps as call, SettleGapsFields } from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { counted } from '@honbu/contract/format.ts'
import { transactionCategory } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import { pricesToCharge, recordUses } from '../discounts/index.ts'
import { lockAccounts, type NewCharge, postCharges, reverseCharges } from '../ledger/index.ts'
import { workingDaysAfter } from '../plans/index.ts'
import { pounds } from '../platform/money.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { closeGapTasks } from './gap-tasks.ts'
import { allGaps, lastDayOfAll, type PricedGap, penceOf, priceGaps, storeGaps } from './gaps.ts'
import { daysText, describe } from './planned-charges.ts'
import { withIds } from './read-memberships.ts'
import { settingsOf } from './settings.ts'

type Asked = Input<typeof call>
type PricedPeriod = PricedGap['periods'][number]

/** The decision about one gap; amounts in pence. */
interface Decision {
  readonly gap: PricedGap
  readonly charged: readonly PricedPeriod[]
  readonly others: readonly PricedPeriod[]
  readonly joiningFeePence: number
  readonly chargedPence: number
  readonly waivedPence: number
  readonly elsewherePence: number
}

interface Posting {
  readonly today: string
  readonly dueOn: string
  readonly accountId: number | null
}

/** Charges or waives gaps. Locks the members before it reads, so the second of two concurrent decisions is refused. */
export async function settleGaps(context: Write, { clubId, ...asked }: Asked) {
  const { tx, now } = context
  requireReason(asked)
  const { today } = await settingsOf(tx, clubId, now)
  const gaps = await lockGaps(context, { clubId, today, asked: asked.gaps })
  const totals = await settleStored(context, clubId, { ...asked, gaps })
  await closeGapTasks(tx, { clubId, now })
  return totals
}

interface Settling extends Pick<Asked, 'charge' | 'rest' | 'reason' | 'joiningFee'> {
  readonly gaps: readonly PricedGap[]
}

/** Charges or waives stored gaps whose members' accounts are locked. */
export async function settleStored(
  {
    tx,
    user,
    now,
    audit,
  }: Pick<Write, 'tx' | 'now' | 'audit'> & { readonly user: Pick<Write['user'], 'accountId'> | null },
  clubId: number,
  { gaps, ...asked }: Settling,
) {
  const { today, daysAhead } = await settingsOf(tx, clubId, now)
  const accountId = user?.accountId ?? null
  const decisions = gaps.map(gap => decide(gap, asked))
  const posting = { today, dueOn: workingDaysAfter(today, daysAhead), accountId }
  await chargePeriods(tx, decisions, posting)
  await chargeJoiningFees(tx, decisions, posting)
  const waivedChargeOf = await waive(tx, decisions, { ...posting, reason: asked.reason })
  await storeDecisions(tx, decisions, { waivedChargeOf, accountId, now, reason: asked.reason })
  for (const { gap, chargedPence, waivedPence, elsewherePence } of decisions)
    audit({
      ...{ clubId, memberId: gap.membership.memberId, subject: 'club_member', subjectId: gap.membership.clubMemberId },
      before: null,
      after: { ...daysOf(gap.periods), chargedPence, waivedPence, elsewherePence },
    })
  return {
    gaps: gaps.length,
    charged: pounds(sum(decisions.map(({ chargedPence }) => chargedPence))),
    waived: pounds(sum(decisions.map(({ waivedPence }) => waivedPence))),
    elsewhere: pounds(sum(decisions.map(({ elsewherePence }) => elsewherePence))),
  }
}

function requireReason(asked: Pick<Asked, 'charge' | 'rest' | 'reason' | 'joiningFee'>): void {
  const wrong = SettleGapsFields.safeParse(asked).error?.issues[0]
  if (wrong) throw new Refused(400, wrong.message, { [wrong.path.join('.')]: [wrong.message] })
}

/**
 * Locks the selected gaps' members, stores gaps that no run has reached, and prices all of them.
 * @throws Refused 409 if a gap differs from what the caller was shown
 */
async function lockGaps(
  { tx, now }: Write,
  { clubId, today, asked }: { clubId: number; today: string; asked: Asked['gaps'] },
): Promise<PricedGap[]> {
  const ids = [...new Set(asked.map(({ clubMemberId }) => clubMemberId))]
  const members = await tx.selectFrom('club_member').select('member_id as id').where('id', 'in', ids).execute()
  const memberIds = members.map(({ id }) => id)
  await lockAccounts(tx, memberIds)
  await sql`select id from club_member own where ${withIds(ids)} order by id for no key update`.execute(tx)
  const found = await priceGaps(await allGaps(tx, { clubId, memberIds, today, dueUntil: lastDayOfAll }), questions =>
    pricesToCharge(tx, questions),
  )
  const byKey = new Map(found.map(gap => [keyOf(gap.membership.clubMemberId, daysOf(gap.periods)), gap]))
  const chosen = new Set(
    asked.map(each => {
      const gap = byKey.get(keyOf(each.clubMemberId, each))
      if (gap && pounds(penceOf(gap)) === each.amount) return gap
      throw changed(found.find(({ membership }) => membership.clubMemberId === each.clubMemberId))
    }),
  )
  const isStored = ({ gapId }: PricedGap) => gapId !== null
  const stored = await storeGaps(
    tx,
    { runId: null, now },
    [...chosen].filter(gap => !isStored(gap)),
  )
  return [...[...chosen].filter(isStored), ...stored]
}

const keyOf = (clubMemberId: number, { from, until }: { from: string; until: string }) =>
  `${clubMemberId} ${from} ${until}`

const daysOf = (periods: readonly { readonly from: string; readonly until: string }[]) => ({
  from: periods[0]?.from ?? '',
  until: periods.at(-1)?.until ?? '',
})

function changed(gap: PricedGap | undefined): Refused {
  const whose = gap ? `${gap.membership.memberName}’s uncharged days` : 'Some uncharged days'
  return new Refused(409, `${whose} have changed since you opened this. Nothing was charged. Check them again.`)
}

function decide(gap: PricedGap, { charge, rest, joiningFee }: Pick<Asked, 'charge' | 'rest' | 'joiningFee'>): Decision {
  const first = charge === null ? 0 : Math.max(0, gap.periods.length - charge)
  const charged = gap.periods.slice(first)
  const others = gap.periods.slice(0, first)
  const joiningFeePence = joiningFee ? gap.joiningFeePence : 0
  const otherPence = priceOf(others)
  return {
    ...{ gap, charged, others, joiningFeePence },
    chargedPence: priceOf(charged) + joiningFeePence,
    waivedPence: rest === 'waived' ? otherPence : 0,
    elsewherePence: rest === 'waived' ? 0 : otherPence,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
const priceOf = (periods: readonly PricedPeriod[]) => sum(periods.map(({ price }) => price.pence))

/** Posts one charge for each period that costs something. */
async function chargePeriods(
  tx: Write['tx'],
  decisions: readonly Decision[],
  { today, dueOn, accountId }: Posting,
): Promise<void> {
  const all = decisions.flatMap(({ gap, charged }) => charged.map(period => ({ owner: gap.membership, period })))
  const costing = all.filter(({ period }) => period.price.pence > 0)
  const chargeIds = await postCharges(
    tx,
    costing.map(({ owner, period }) => ({
      ...{ clubId: owner.clubId, memberId: owner.memberId, transactionDate: today, dueOn, accountId },
      ...{ pence: period.price.pence, description: describe(period), categoryId: transactionCategory.membership },
      ...{ periodFrom: period.from, periodUntil: period.until, paymentMethodId: period.paymentMethodId },
      planId: period.trainingPlanId,
      fullPence: period.price.pence === period.price.fullPence ? null : period.price.fullPence,
    })),
  )
  const chargeOf = new Map(costing.map(({ period }, index) => [period, chargeIds[index] ?? null]))
  const rows = all.map(({ period }) => ({
    ...{ id: period.periodId, until: period.until, list: period.pence, discount: period.pence - period.price.pence },
    ...{ pence: period.price.pence, charge: chargeOf.get(period) ?? null },
  }))
  await sql`
    update membership_period period set period_until = given.until, list_pence = given.list,
      discount_pence = given.discount, pence = given.pence, charge_id = given.charge
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id bigint, until date, list integer,
      discount integer, pence integer, charge bigint)
    where period.id = given.id`.execute(tx)
  await recordUses(
    tx,
    all.flatMap(({ owner: { clubId, memberId }, period }) =>
      period.price.discounts.map(({ discountId, pence }) => ({
        ...{ discountId, clubId, memberId, pence, chargeId: chargeOf.get(period) ?? null },
      })),
    ),
  )
}

async function chargeJoiningFees(
  tx: Write['tx'],
  decisions: readonly Decision[],
  { today, dueOn, accountId }: Posting,
): Promise<void> {
  await postCharges(
    tx,
    decisions
      .filter(({ joiningFeePence }) => joiningFeePence > 0)
      .map(({ gap: { membership, periods }, joiningFeePence }) => ({
        ...{ clubId: membership.clubId, memberId: membership.memberId, transactionDate: today, dueOn, accountId },
        ...{ pence: joiningFeePence, categoryId: transactionCategory.joiningFee },
        description: `Joining fee, ${membership.terms.planName}`,
        paymentMethodId: periods[0]?.paymentMethodId ?? null,
        planId: periods[0]?.trainingPlanId ?? null,
      })),
  )
}

/** Posts one charge for each waiver and reverses it, so that the account shows both. Returns the charges' ids. */
async function waive(
  tx: Write['tx'],
  decisions: readonly Decision[],
  { today, accountId, reason }: Posting & { readonly reason: string },
): Promise<Map<Decision, number | null>> {
  const waived = decisions.filter(({ waivedPence }) => waivedPence > 0)
  const charges = waived.map(({ gap: { membership }, others, waivedPence }): NewCharge => {
    const { from, until } = daysOf(others)
    return {
      ...{ clubId: membership.clubId, memberId: membership.memberId, transactionDate: today, dueOn: today, accountId },
      ...{ pence: waivedPence, categoryId: transactionCategory.membership, periodFrom: from, periodUntil: until },
      planId: others[0]?.trainingPlanId ?? null,
      description: `${others[0]?.planName}, ${daysText({ from, until })} (${counted(others.length, 'period')} not charged)`,
    }
  })
  const chargeIds = await postCharges(tx, charges)
  await reverseCharges(tx, chargeIds, { on: today, reason: `Waived: ${reason}`, accountId })
  return new Map(waived.map((decision, index) => [decision, chargeIds[index] ?? null]))
}

interface Storing {
  readonly waivedChargeOf: ReadonlyMap<Decision, number | null>
  readonly accountId: number | null
  readonly now: Date
  readonly reason: string
}

async function storeDecisions(
  tx: Write['tx'],
  decisions: readonly Decision[],
  { waivedChargeOf, accountId, now, reason }: Storing,
): Promise<void> {
  const rows = decisions.map(decision => ({
    ...{ id: decision.gap.gapId, charged: decision.chargedPence, waived: decision.waivedPence },
    ...{ elsewhere: decision.elsewherePence, charge: waivedChargeOf.get(decision) ?? null },
  }))
  await sql`
    update membership_gap gap set settled_at = ${now}, account_id = ${accountId}, reason = ${reason},
      charged_pence = given.charged, waived_pence = given.waived, elsewhere_pence = given.elsewhere,
      waived_charge_id = given.charge
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id bigint, charged integer, waived integer,
      elsewhere integer, charge bigint)
    where gap.id = given.id`.execute(tx)
}
