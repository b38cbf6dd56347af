import { ageOn, timeIn, todayIn } from '@honbu/contract/calendar.ts'
import { currency, longDate } from '@honbu/contract/format.ts'
import { mergeField } from '@honbu/contract/merge-fields.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { MergeRecipient, MergeScope, ValuesBy } from './merge-scope.ts'
import { bookingsOf, classesOf, gradesOf } from './merge-training.ts'

/** Texts by the names of merge fields; what is not there is empty. */
export type MergeValues = Readonly<Record<string, string>>

/** Makes the links of one merge field for everyone at once, in their order; null where there is none to be made. */
export type LinkMaker = (recipients: readonly MergeRecipient[]) => Promise<readonly (string | null)[]>

/** By the names of `links.*`. The areas that own the pages hand them in. */
export type Links = Readonly<Record<string, LinkMaker>>

export interface MergeAsked {
  readonly clubId: number
  readonly now: Date
  /** `Compiled.fields`: nothing else is looked for. */
  readonly fields: readonly string[]
  /** Up to 500 at once. */
  readonly recipients: readonly MergeRecipient[]
  /** Left out: fields of links are empty. */
  readonly links?: Links
}

/** What the merge fields say for each of the recipients, in their order, by a fixed number of queries. */
export async function mergeValuesOf(db: Db, asked: MergeAsked): Promise<MergeValues[]> {
  const { clubId, now, recipients, links = {} } = asked
  if (recipients.length === 0) return []
  const fields = new Set(asked.fields.filter(name => mergeField(name)))
  const groups = new Set([...fields].map(name => name.split('.')[0]))
  const club = await clubOf(db, clubId)
  const today = todayIn(club.timeZone, now)
  const clock = timeIn(club.timeZone, now)
  const memberIds = [...new Set(recipients.map(({ memberId }) => memberId))]
  const scope = { clubId, today, clock, memberIds, recipients }
  const has = (...names: string[]) => names.some(name => groups.has(name))
  const people = has('member', 'recipient', 'guardian') ? await peopleOf(db, scope, today) : noValues
  const memberships = has('membership') ? await membershipsOf(db, scope) : noValues
  const balances = has('balance') ? await balancesOf(db, scope) : noValues
  const grades = has('grade', 'grading') ? await gradesOf(db, scope) : noValues
  const classes = has('class') ? await classesOf(db, scope) : noValues
  const bookings = has('booking') ? await bookingsOf(db, scope) : noValues
  const made = await Promise.all(
    [...fields].flatMap(name => {
      const make = links[name]
      return make ? [make(recipients).then(addresses => ({ name, addresses }))] : []
    }),
  )
  return recipients.map((recipient, index) => {
    const values: Record<string, string> = {
      ...club.values,
      ...people.get(personKey(recipient)),
      ...memberships.get(String(recipient.memberId)),
      ...balances.get(String(recipient.memberId)),
      ...grades.get(String(recipient.memberId)),
      ...classes.get(String(recipient.memberId)),
      ...bookings.get(String(index)),
    }
    for (const { name, addresses } of made) values[name] = addresses[index] ?? ''
    return Object.fromEntries([...fields].map(name => [name, values[name] ?? '']))
  })
}

/** The fields that leave a hole for somebody: what is said before sending. */
export const emptyFields = (needed: readonly string[], values: MergeValues) => needed.filter(name => !values[name])

const noValues: ValuesBy = new Map()

const personKey = ({ memberId, personId }: MergeRecipient) => `${memberId} ${personId}`

async function clubOf(db: Db, clubId: number) {
  const { rows } = await sql<{
    timeZone: string
    name: string
    email: string
    phone: string
    address: string
    website: string
    reviewUrl: string
  }>`
    select time_zone as "timeZone", name, coalesce(email::text, '') as email, coalesce(phone, '') as phone,
      concat_ws(', ', nullif(address_line, ''), nullif(town, ''), nullif(postcode, '')) as address,
      coalesce((select website from club_and_above(${clubId}) above join message_setting using (club_id)
        where website <> '' order by distance limit 1), '') as website,
      coalesce((select review_url from club_and_above(${clubId}) above join message_setting using (club_id)
        where review_url <> '' order by distance limit 1), '') as "reviewUrl"
    from club where id = ${clubId}`.execute(db)
  const [club] = rows
  if (!club) throw new Error(`there is no club ${clubId}`)
  const { timeZone, ...values } = club
  return {
    timeZone,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [`club.${name}`, value])),
  }
}

async function peopleOf(db: Db, { recipients }: MergeScope, today: string): Promise<ValuesBy> {
  const { rows } = await sql<{
    memberId: number
    personId: number
    isGuardian: boolean
    /** Null: somebody who works in the club, and is no member here. */
    code: string | null
    dob: string | null
    first: string
    last: string
    toFirst: string
    toLast: string
  }>`
    select asked.member_id as "memberId", asked.person_id as "personId", member.person_id <> asked.person_id as "isGuardian",
      member.code, person.dob, coalesce(person.first_name, '') as first, coalesce(person.last_name, '') as last,
      addressee.first_name as "toFirst", addressee.last_name as "toLast"
    from unnest(${recipients.map(each => each.memberId)}::bigint[], ${recipients.map(each => each.personId)}::bigint[])
      as asked (member_id, person_id)
    left join member on member.id = asked.member_id
    left join person on person.id = member.person_id
    join person addressee on addressee.id = asked.person_id`.execute(db)
  return new Map(
    rows.map(row => {
      const to = { first: row.toFirst, full: `${row.toFirst} ${row.toLast}`.trim() }
      return [
        personKey(row),
        {
          'member.firstName': row.first,
          'member.lastName': row.last,
          'member.fullName': `${row.first} ${row.last}`.trim(),
          'member.age': row.dob ? String(ageOn(row.dob, today)) : '',
          'member.code': row.code ?? '',
          'recipient.firstName': to.first,
          'recipient.fullName': to.full,
          'guardian.firstName': row.isGuardian ? to.first : '',
          'guardian.fullName': row.isGuardian ? to.full : '',
        },
      ]
    }),
  )
}

async function membershipsOf(db: Db, { clubId, memberIds }: MergeScope): Promise<ValuesBy> {
  const { rows } = await sql<{
    memberId: number
    plan: string
    since: string | null
    until: string | null
    pence: number | null
    next: string | null
  }>`
    select member_id as "memberId", coalesce(plan.name, '') as plan, member_since as since,
      coalesce(member_until, next_renewal) as until, sub_price_pence as pence, next_payment as next
    from club_member left join training_plan plan on plan.id = training_plan_id
    where club_member.club_id = ${clubId} and member_id = any(${[...memberIds]})`.execute(db)
  const day = (date: string | null) => (date ? longDate(date) : '')
  return new Map(
    rows.map(({ memberId, plan, since, until, pence, next }) => [
      String(memberId),
      {
        'membership.plan': plan,
        'membership.since': day(since),
        'membership.until': day(until),
        'membership.price': pence === null ? '' : currency(pounds(pence)),
        'membership.nextPayment': day(next),
      },
    ]),
  )
}

/** What is due of open charges; an amount of nothing is empty, so that a condition can ask for it. */
async function balancesOf(db: Db, { clubId, memberIds, today }: MergeScope): Promise<ValuesBy> {
  const { rows } = await sql<{ memberId: number; owed: number; credit: number }>`
    select member_id as "memberId", sum(owed)::bigint as owed, sum(credit)::bigint as credit from (
      select member_id, pence as owed, 0 as credit from open_charge
      where club_id = ${clubId} and member_id = any(${[...memberIds]}) and due_on <= ${today}
      union all
      select member_id, 0, pence from open_credit
      where club_id = ${clubId} and member_id = any(${[...memberIds]})
    ) entry group by member_id`.execute(db)
  const amount = (pence: number) => (pence > 0 ? currency(pounds(pence)) : '')
  return new Map(
    rows.map(({ memberId, owed, credit }) => [
      String(memberId),
      { 'balance.owed': amount(owed), 'balance.credit': amount(credit) },
    ]),
  )
}
