import { todayIn } from '@honbu/contract/calendar.ts'
import { type Channel, channelNames, type StopReason } from '@honbu/contract/reach.ts'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import { closeTasks, raiseTask } from '../tasks/index.ts'

interface Stopped {
  readonly rootClubId: number
  readonly channel: Channel
  /** An e-mail address, or a number in E.164. */
  readonly address: string
  readonly reason: StopReason
  /** What the provider said of it. */
  readonly detail: string
  readonly now: Date
}

/**
 * Nothing goes to the address any more from any club of the tree, until it is lifted; the people of the club are told by
 * one task. Done again it changes nothing, but that a wish to stop outweighs a message that came back.
 */
export async function stopAddress(tx: Transaction<Tables>, stopped: Stopped): Promise<void> {
  const { rootClubId, channel, reason, now } = stopped
  // Providers do not agree on capital letters; one spelling is kept and shown.
  const address = stopped.address.toLowerCase()
  const detail = stopped.detail.replaceAll('\0', '').slice(0, 500)
  const { rows } = await sql<{ id: number }>`
    insert into undeliverable (root_club_id, channel, address, reason, detail, since)
    values (${rootClubId}, ${channel}, ${address}, ${reason}, ${detail}, ${now})
    on conflict (root_club_id, channel, address) where lifted_at is null do update
    set reason = excluded.reason, detail = excluded.detail
    where undeliverable.reason = 'bounced' and excluded.reason <> 'bounced'
    returning id`.execute(tx)
  const [row] = rows
  if (!row) return
  const whose = await ownerOf(tx, stopped)
  if (!whose) return
  await raiseTask(tx, {
    clubId: whose.clubId,
    memberId: whose.memberId,
    kind: 'address',
    cause: causeOf(row.id),
    subject: subjectOf(stopped, whose.name).slice(0, 200),
    dueOn: todayIn(whose.timeZone, now),
  })
}

const causeOf = (id: number) => `address:${id}`

function subjectOf({ channel, reason }: Stopped, name: string): string {
  if (reason === 'stop') return `${name} answered STOP: no more text messages`
  if (reason === 'complained') return `${name} reported a message as spam: nothing goes there any more`
  return `${channelNames[channel]} to ${name} came back: ask for another ${channel === 'email' ? 'address' : 'number'}`
}

/** The member it is about, in the club where he is: as whom it reaches, or for whom. */
async function ownerOf(tx: Transaction<Tables>, { rootClubId, channel, address }: Stopped) {
  const own = channel === 'email' ? sql`person.email = ${address}::citext` : sql`person.sms_number = ${address}`
  const { rows } = await sql<{ memberId: number; clubId: number; name: string; timeZone: string }>`
    select known.member_id as "memberId", club_member.club_id as "clubId", known.name, club.time_zone as "timeZone"
    from (
      select member.id as member_id, trim(first_name || ' ' || last_name) as name, 0 as place
      from person join member on member.person_id = person.id
      where member.root_club_id = ${rootClubId} and ${own}
      union all
      select member_contact.member_id, trim(first_name || ' ' || last_name), 1
      from person join member_contact on member_contact.person_id = person.id
      where member_contact.root_club_id = ${rootClubId} and ${own}
    ) known
    join club_member on club_member.member_id = known.member_id
    join club on club.id = club_member.club_id
    order by club_member.member_status_id not in (21, 24), known.place, known.member_id, club_member.club_id limit 1`.execute(
    tx,
  )
  return rows[0]
}

interface Lifted {
  readonly rootClubId: number
  readonly channel: Channel
  readonly address: string
  /** Who says so; null: the one who has it, by answering START. */
  readonly accountId: number | null
  readonly now: Date
}

/**
 * The address may be written to again; what it was told of is closed.
 * @returns what stood there; null when nothing did
 */
export async function liftAddress(tx: Transaction<Tables>, { rootClubId, channel, address, accountId, now }: Lifted) {
  const lifted = await tx
    .updateTable('undeliverable')
    .set({ lifted_at: now, lifted_by: accountId })
    .where('root_club_id', '=', rootClubId)
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('lifted_at', 'is', null)
    .returning(['id', 'reason', 'since'])
    .executeTakeFirst()
  if (!lifted) return null
  await closeTasks(tx, { kind: 'address', causes: [causeOf(lifted.id)], because: 'The address works again', now })
  return lifted
}
