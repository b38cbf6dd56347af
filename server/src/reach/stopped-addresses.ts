import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/reach.ts'
import type { Channel, StopReason } from '@honbu/contract/reach.ts'
import { type Kysely, sql } from 'kysely'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { liftAddress } from './stop-address.ts'

export async function getStoppedAddresses({ db }: Read, { id }: Input<typeof call.getStoppedAddresses>) {
  return (await stoppedOf(db, id)).map(({ rootClubId: _, since, ...row }) => ({ ...row, since: since.toISOString() }))
}

export async function liftStoppedAddress(
  { tx, user, now, audit }: Write,
  { id, channel, address }: Input<typeof call.liftStoppedAddress>,
) {
  const stopped = (await stoppedOf(tx, id)).find(
    row => row.channel === channel && row.address.toLowerCase() === address.toLowerCase(),
  )
  if (!stopped) throw new Refused(404, 'Nothing is stopped at this address any more.')
  const { rootClubId, stoppedAddressId, reason } = stopped
  await liftAddress(tx, { rootClubId, channel, address, accountId: user.accountId, now })
  audit({
    ...{ clubId: null, memberId: id, subject: 'undeliverable', subjectId: stoppedAddressId },
    before: { channel, reason },
    after: { channel, reason: null },
  })
  return { channel, address }
}

interface Row {
  stoppedAddressId: number
  rootClubId: number
  channel: Channel
  address: string
  reason: StopReason
  detail: string
  since: Date
  people: string[]
}

async function stoppedOf(db: Kysely<Tables>, memberId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select undeliverable.id as "stoppedAddressId", undeliverable.root_club_id as "rootClubId", channel,
      undeliverable.address::text as address, reason, detail, since,
      array_agg(trim(person.first_name || ' ' || person.last_name) order by known.place, person.id) as people
    from (
      select person_id, root_club_id, 0 as place from member where id = ${memberId}
      union all
      select person_id, root_club_id, 1 from member_contact where member_id = ${memberId}
    ) known
    join person on person.id = known.person_id
    join undeliverable on undeliverable.root_club_id = known.root_club_id and lifted_at is null
      and undeliverable.address = case channel when 'email' then person.email else person.sms_number::citext end
    group by undeliverable.id order by undeliverable.id`.execute(db)
  return rows
}
