import { ageOn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/exports.ts'
import { sql } from 'kysely'
import { matchingMembers, todayOf } from '../directory/index.ts'
import { clubsThatAllow } from '../platform/access.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'

const most = 3000

interface Row {
  memberId: number
  firstName: string
  lastName: string
  dob: string | null
  addressLine: string | null
  town: string | null
  postcode: string | null
  guardian: string | null
}

export async function getLabels({ db, user, now }: Read, input: Input<typeof call.getLabels>) {
  const { members, filter, clubIds = clubsThatAllow(user, 'export'), perHousehold } = input
  if ((members === undefined) === (filter === undefined)) {
    const message = 'Name the members, or the search that finds them: one of the two.'
    throw new Refused(400, message, { members: [message] })
  }
  const today = await todayOf(db, clubIds, now)
  const whom = members
    ? sql`any(${[...members]}::bigint[])`
    : sql`any(array(${matchingMembers(db, user, { clubIds, filter, today }).select('directory_entry.member_id')}))`
  const { rows } = await sql<Row>`
    select member.id as "memberId", person.first_name as "firstName", person.last_name as "lastName", person.dob,
      nullif(person.address_line, '') as "addressLine", nullif(person.town, '') as town,
      nullif(person.postcode, '') as postcode,
      (select trim(contact.first_name || ' ' || contact.last_name)
        from member_contact join person contact on contact.id = member_contact.person_id
        where member_contact.member_id = member.id and is_guardian order by member_contact.id limit 1) as guardian
    from member join person on person.id = member.person_id
    where member.id = ${whom}
    order by person.postcode, person.address_line, person.last_name, person.first_name, member.id
    limit ${most + 1}`.execute(db)
  const shown = rows.slice(0, most)
  const nameOf = (row: Row) => `${row.firstName} ${row.lastName}`.trim()
  const reachable = shown.filter(({ addressLine, postcode }) => addressLine !== null || postcode !== null)
  const each = reachable.map(row => ({
    household: [row.addressLine, row.postcode].join('\n').toLowerCase(),
    lastName: row.lastName,
    name: row.dob !== null && ageOn(row.dob, today) < 18 && row.guardian ? row.guardian : nameOf(row),
    lines: [row.addressLine, row.town, row.postcode].filter(line => line !== null),
  }))
  return {
    labels: perHousehold ? households(each) : each.map(({ name, lines }) => ({ name, lines })),
    without: shown.filter(row => !reachable.includes(row)).map(row => ({ memberId: row.memberId, name: nameOf(row) })),
    isMore: rows.length > most,
  }
}

interface Addressed {
  readonly household: string
  readonly lastName: string
  readonly name: string
  readonly lines: string[]
}

/** One label for all at an address: the one name, or the names of the families. */
function households(each: readonly Addressed[]) {
  return [...Map.groupBy(each, ({ household }) => household).values()].flatMap(people => {
    const [first] = people
    if (!first) return []
    const names = [...new Set(people.map(({ name }) => name))]
    const families = [...new Set(people.map(({ lastName }) => lastName).filter(Boolean))]
    const name = names.length === 1 || families.length === 0 ? names.join(', ') : `The ${families.join(' and ')} family`
    return [{ name, lines: first.lines }]
  })
}
