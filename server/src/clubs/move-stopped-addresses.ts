import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/**
 * What stops at an address goes where those go who have it. Where somebody who stays behind has the same address it is
 * stopped in both trees from now on, and where the other tree has it stopped already it stays one: by whose wish, if one
 * of the two was a wish.
 */
export async function joinStoppedAddresses(tx: Transaction<Tables>, moved: number[], root: number): Promise<void> {
  const standing = sql`own.root_club_id = ${rootBefore(moved)} and own.lifted_at is null
    and own.address in ${addressesOf(membersIn(sql`= any(${moved})`))}`
  const same = sql`there.root_club_id = ${root} and there.channel = own.channel and there.address = own.address
    and there.lifted_at is null`
  await sql`
    update undeliverable there set reason = own.reason, detail = own.detail from undeliverable own
    where ${standing} and ${same} and there.reason = 'bounced' and own.reason <> 'bounced'`.execute(tx)
  await sql`
    insert into undeliverable (root_club_id, channel, address, reason, detail, since)
    select ${root}::bigint, channel, address, reason, detail, since from undeliverable own
    where ${standing} and own.address in ${staying(moved)}
    on conflict (root_club_id, channel, address) where lifted_at is null do nothing`.execute(tx)
  await sql`
    update undeliverable own set lifted_at = greatest(now(), own.since) from undeliverable there
    where ${standing} and ${same} and own.address not in ${staying(moved)}`.execute(tx)
}

/** Those that move: before the clubs have their other root. */
export const movedStops = (moved: number[]) => sql`
  root_club_id = ${rootBefore(moved)} and address in ${addressesOf(membersIn(sql`= any(${moved})`))}
  and address not in ${staying(moved)}`

const rootBefore = (moved: number[]) => sql`(select root_club_id from club where id = ${moved[0]})`

const staying = (moved: number[]) =>
  addressesOf(
    membersIn(sql`in (select id from club where root_club_id = ${rootBefore(moved)} and id <> all(${moved}))`),
  )

const membersIn = (clubs: RawBuilder<unknown>) => sql`(select member_id from club_member where club_id ${clubs})`

/** Never null, which "not in" would take for "perhaps". */
const addressesOf = (members: RawBuilder<unknown>) => sql`(
  select address from (
    select unnest(array[email, sms_number::citext]) as address from person where id in (
      select person_id from member where id in ${members}
      union all
      select person_id from member_contact where member_id in ${members}
    )
  ) theirs where address is not null
)`
