import { addDays } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { type Provider, providerNames } from '@honbu/contract/providers.ts'
import type * as call from '@honbu/contract/recovery.ts'
import { sql } from 'kysely'
import { byteOrderMark, csvLine } from '../../exports/index.ts'
import { Refused } from '../../platform/refused.ts'
import type { Read } from '../../platform/route.ts'
import { isSeen, type Line, linesFor } from './lines.ts'

interface Row extends Line {
  readonly provider: Provider
  readonly arrivalDate: string
  readonly bankReference: string
  readonly payout: string
  readonly memberName: string
  readonly memberCode: string
  readonly clubName: string
}

const header = [
  ...['Arrives', 'From', 'Bank reference', 'Payout', 'Line', 'Amount', 'Payment', 'Member', 'Member number', 'Club'],
  ...['Description', 'Does not match'],
]

/** All lines of the payouts of a span of days, for the books. */
export async function getPayoutFile({ db }: Read, { clubId, from, until }: Input<typeof call.getPayoutFile>) {
  const message = until < from ? 'Should not be before the first day.' : 'At most a year.'
  if (until < from || until > addDays(from, 366)) throw new Refused(400, message, { until: [message] })
  const { rows } = await sql<Row>`
    select provider, payout.arrival_date as "arrivalDate", payout.bank_reference as "bankReference",
      payout.reference as payout, line.*, trim(coalesce(person.first_name || ' ' || person.last_name, '')) as "memberName",
      coalesce(member.code, '') as "memberCode", coalesce(club.name, '') as "clubName"
    from payout
    join provider_account account on account.id = payout.provider_account_id
    cross join lateral ${linesFor(clubId, sql.ref('payout.id'))} line
    left join member on member.id = line."memberId"
    left join person on person.id = member.person_id
    left join club on club.id = line."clubId"
    where ${isSeen(clubId)} and payout.arrival_date between ${from}::date and ${until}::date
    order by payout.arrival_date, payout.id, line.position`.execute(db)
  const lines = rows.map(row => [
    ...[row.arrivalDate, providerNames[row.provider], row.bankReference, row.payout, row.kind.replaceAll('_', ' ')],
    ...[amountOf(Number(row.tenths)), row.reference, row.memberName, row.memberCode, row.clubName],
    ...[row.description, row.mismatch],
  ])
  const csv = byteOrderMark + [header, ...lines].map(csvLine).join('')
  const base64 = Buffer.from(csv).toString('base64')
  return { fileName: `payouts-${from}-${until}.csv`, contentType: 'text/csv;charset=utf-8', base64, lines: rows.length }
}

/** A plain number for a spreadsheet: pounds, with the tenth of a penny where there is one. */
const amountOf = (tenths: number) => (tenths / 1000).toFixed(tenths % 10 === 0 ? 2 : 3)
