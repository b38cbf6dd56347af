import type * as call from '@honbu/contract/charging.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { choicesOf, subFrequency } from '@honbu/contract/ids.ts'
import { whyNotForBuyer } from '@honbu/contract/plan-price.ts'
import { sql } from 'kysely'
import { requireLookup } from '../members/index.ts'
import { planPrices } from '../plans/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Write } from '../platform/route.ts'
import { reasonOf, startersOf } from './first-run.ts'
import { settingsOf } from './settings.ts'

type Given = Input<typeof call.setBillingTerms>

/** What can be missing from a membership. */
interface Terms {
  readonly training_plan_id: number | null
  readonly sub_frequency_id: number | null
  readonly sub_price_pence: number | null
  readonly payment_method_id: number | null
  readonly next_payment: string | null
}

interface Row extends Terms {
  readonly clubMemberId: number
  readonly memberId: number
  readonly memberName: string
  readonly dob: string | null
  readonly categoryId: number | null
}

/** Sets what is missing for all current members who are left out for a reason, or takes it away again. */
export async function setBillingTerms(context: Write, given: Given) {
  const { tx, now, audit } = context
  const { clubId, reason, clubMemberIds, isUndo } = given
  const { today } = await settingsOf(tx, clubId, now)
  await requireTerms(context, given, today)
  if (isUndo && !clubMemberIds) throw refused('clubMemberIds', 'Say who was set.')
  const wanted = isUndo ? (clubMemberIds ?? []) : await leftOutFor(context, { clubId, reason, today })
  const chosen = clubMemberIds ? wanted.filter(id => clubMemberIds.includes(id)) : wanted
  const rows = await lockRows(context, clubId, chosen)
  const prices = await planPrices(tx, clubId)
  const changes = rows.map(row => ({
    row,
    set: isUndo ? undone(row, given) : completed(row, { given, prices, today }),
  }))
  const set = changes.flatMap(({ row, set: terms }) => (terms ? [{ row, terms }] : []))
  await store(context, set)
  audit({ clubId, subject: 'charging_setting', subjectId: clubId, after: { reason, isUndo, members: set.length } })
  for (const { row, terms } of set)
    audit({
      ...{ clubId, memberId: row.memberId, subject: 'club_member', subjectId: row.clubMemberId },
      before: Object.fromEntries(Object.keys(terms).map(column => [column, row[column as keyof Terms]])),
      after: { ...terms },
    })
  return {
    clubId,
    clubMemberIds: set.map(({ row }) => row.clubMemberId),
    notSet: changes
      .filter(({ set: terms }) => !terms)
      .map(({ row: { memberId, memberName } }) => ({ memberId, memberName })),
  }
}

const fieldOf = {
  noMethod: 'paymentMethodId',
  noFrequency: 'subFrequencyId',
  noNextPayment: 'nextPayment',
  noPlan: 'trainingPlanId',
  noPrice: null,
} as const

async function requireTerms({ tx }: Write, given: Given, today: string): Promise<void> {
  const field = fieldOf[given.reason]
  if (field && given[field] === undefined) throw refused(field, 'Choose what to set.')
  await requireLookup(tx, 'payment_method', given.paymentMethodId ?? null, 'paymentMethodId')
  const { subFrequencyId, nextPayment, isUndo } = given
  if (subFrequencyId !== undefined && !choicesOf(subFrequency).some(({ value }) => value === subFrequencyId))
    throw refused('subFrequencyId', 'Choose one of the list')
  if (nextPayment !== undefined && nextPayment < today && !isUndo)
    throw refused('nextPayment', 'Choose a day from today on.')
}

async function leftOutFor({ tx, now }: Write, of: { clubId: number; reason: Given['reason']; today: string }) {
  const starters = await startersOf(tx, { ...of, now })
  return starters.filter(each => reasonOf(each) === of.reason).map(({ clubMemberId }) => clubMemberId)
}

async function lockRows({ tx }: Write, clubId: number, ids: readonly number[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select own.id as "clubMemberId", own.member_id as "memberId",
      trim(person.first_name || ' ' || person.last_name) as "memberName", person.dob, own.category_id as "categoryId",
      own.training_plan_id, own.sub_frequency_id, own.sub_price_pence, own.payment_method_id, own.next_payment
    from club_member own join member on member.id = own.member_id join person on person.id = member.person_id
    where own.club_id = ${clubId} and own.id = any(${[...ids]}::bigint[]) order by own.id for update of own`.execute(tx)
  return rows
}

type Prices = Awaited<ReturnType<typeof planPrices>>

interface Completing {
  readonly given: Given
  readonly prices: Prices
  readonly today: string
}

/** What a membership gets; null: it can't have that. */
function completed(row: Row, { given, prices, today }: Completing): Partial<Terms> | null {
  const { reason, paymentMethodId, subFrequencyId, nextPayment, trainingPlanId } = given
  if (reason === 'noMethod') return { payment_method_id: paymentMethodId ?? null }
  if (reason === 'noFrequency') return { sub_frequency_id: subFrequencyId ?? null }
  if (reason === 'noNextPayment') return { next_payment: nextPayment ?? null }
  const planId = reason === 'noPlan' ? trainingPlanId : row.training_plan_id
  const offered = prices.filter(price => price.trainingPlanId === planId)
  const frequencyId = reason === 'noPlan' ? subFrequencyId : (row.sub_frequency_id ?? undefined)
  const [price] = frequencyId === undefined ? offered : offered.filter(each => each.subFrequencyId === frequencyId)
  if (!price || (frequencyId === undefined && offered.length > 1)) return null
  if (reason === 'noPlan' && whyNotForBuyer(price.name, price, { ...row, today }) !== '') return null
  return {
    ...(reason === 'noPlan' && { training_plan_id: price.trainingPlanId }),
    sub_frequency_id: price.subFrequencyId,
    sub_price_pence: price.pence,
  }
}

/** What a membership had before; null if anyone has changed it since. */
function undone(row: Row, given: Given): Partial<Terms> | null {
  const { reason, paymentMethodId, subFrequencyId, nextPayment, trainingPlanId } = given
  if (reason === 'noMethod') return row.payment_method_id === paymentMethodId ? { payment_method_id: null } : null
  if (reason === 'noFrequency') return row.sub_frequency_id === subFrequencyId ? { sub_frequency_id: null } : null
  if (reason === 'noNextPayment') return row.next_payment === nextPayment ? { next_payment: null } : null
  if (reason === 'noPrice') return { sub_price_pence: null }
  return row.training_plan_id === trainingPlanId
    ? { training_plan_id: null, sub_frequency_id: null, sub_price_pence: null }
    : null
}

async function store({ tx }: Write, set: readonly { row: Row; terms: Partial<Terms> }[]): Promise<void> {
  const columns = [...new Set(set.flatMap(({ terms }) => Object.keys(terms)))]
  if (columns.length === 0) return
  const rows = set.map(({ row, terms }) => ({ id: row.clubMemberId, ...terms }))
  await sql`
    update club_member own set ${sql.join(columns.map(column => sql`${sql.ref(column)} = given.${sql.ref(column)}`))},
      version = own.version + 1
    from jsonb_populate_recordset(null::club_member, ${JSON.stringify(rows)}::jsonb) given
    where own.id = given.id`.execute(tx)
}

const refused = (field: string, message: string) => new Refused(400, message, { [field]: [message] })
