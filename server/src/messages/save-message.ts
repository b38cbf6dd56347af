import { isToMany, withStatuses } from '@honbu/contract/audience.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { withTitles } from '@honbu/contract/merge-fields.ts'
import type * as call from '@honbu/contract/messages.ts'
import { sql } from 'kysely'
import { readFilter } from '../directory/index.ts'
import { demand } from '../platform/access.ts'
import type { Db } from '../platform/database.ts'
import type { Write } from '../platform/route.ts'
import { demandGaps, demandSecondLook } from './check-message.ts'
import { demandNoHoles } from './club-holes.ts'
import { endDraft } from './drafts.ts'
import { lockedForChange, refuse } from './locked-message.ts'
import { type Letters, sendJob } from './parts.ts'

/** Nothing is scheduled further ahead: whoever set it is likely to have forgotten. */
const farthest = 366 * 86_400_000

export const sendMessage = (letters: Letters) => async (write: Write, input: Input<typeof call.sendMessage>) => {
  const { tx, user, now, audit, enqueue } = write
  const { clubId, channel, purpose } = input
  const audience = withStatuses(input.audience)
  const { clubIds, time, isNow, name } = await checked(letters, write, input)
  const { rows } = await sql<{ id: number }>`
    insert into message (club_id, root_club_id, name, channel, purpose, subject, body, layout_id, template_id, club_ids,
      audience, one_per_address, gaps, send_local, per_club_zone, send_at, status, account_id, created_at, started_at)
    select id, root_club_id, ${name}::text, ${channel}::text, ${purpose}::text,
      ${input.subject}::text, ${input.body}::text, ${input.layoutId}::bigint, ${input.templateId}::bigint,
      ${clubIds}::bigint[], ${JSON.stringify(audience)}::jsonb, ${input.onePerAddress}::boolean,
      ${JSON.stringify(input.gaps ?? [])}::jsonb, ${time.sendLocal}::timestamp, ${time.perClubZone}::boolean, ${time.sendAt}::timestamptz,
      ${isNow ? 'preparing' : 'scheduled'}::text, ${user.accountId}::bigint, ${now}::timestamptz,
      ${isNow ? now : null}::timestamptz
    from club where id = ${clubId} returning id`.execute(tx)
  const messageId = rows[0]?.id ?? 0
  await endDraft(write, input.draftId)
  if (isNow) await enqueue(sendJob, { messageId })
  audit({ clubId, subject: 'message', subjectId: messageId, before: null, after: told(input, time) })
  return { messageId }
}

export const saveScheduledMessage =
  (letters: Letters) => async (write: Write, input: Input<typeof call.saveScheduledMessage>) => {
    const { tx, now, audit, enqueue } = write
    const { id, clubId, channel, purpose } = input
    const audience = withStatuses(input.audience)
    const before = await lockedForChange(write, input)
    if (clubId !== before.clubId) refuse('clubId', 'Another club has written it, and sends it.')
    const { clubIds, time, isNow, name } = await checked(letters, write, input)
    await sql`
      update message set name = ${name}, channel = ${channel}, purpose = ${purpose}, subject = ${input.subject},
        body = ${input.body}, layout_id = ${input.layoutId}, template_id = ${input.templateId}, club_ids = ${clubIds},
        audience = ${JSON.stringify(audience)}::jsonb, one_per_address = ${input.onePerAddress},
        gaps = ${JSON.stringify(input.gaps ?? [])}::jsonb,
        send_local = ${time.sendLocal}::timestamp, per_club_zone = ${time.perClubZone}, send_at = ${time.sendAt},
        status = ${isNow ? 'preparing' : 'scheduled'}, started_at = ${isNow ? now : null}, version = version + 1
      where id = ${id}`.execute(tx)
    await endDraft(write, input.draftId)
    if (isNow) await enqueue(sendJob, { messageId: id })
    const { name: wasName, subject, audience: wasAudience, clubIds: wasClubIds, sendLocal } = before
    const was = { ...{ name: wasName, channel: before.channel, purpose: before.purpose, subject }, sendLocal }
    audit({
      ...{ clubId, subject: 'message', subjectId: id },
      before: { ...was, clubIds: wasClubIds, audience: wasAudience },
      after: told(input, time),
    })
    return { messageId: id }
  }

type Whole = Input<typeof call.sendMessage>

/** What nobody has named is called by what it says, as people read it. */
function nameFrom({ channel, subject, body }: Whole): string {
  const words = withTitles(channel === 'email' ? subject : body)
    .replaceAll(/\{%[^%]*%\}|\s+/g, ' ')
    .trim()
  return words.length > 60 && channel === 'sms' ? `${words.slice(0, 60)}…` : words.slice(0, 200) || 'Message'
}

/** What is asked of a message before it waits or leaves. */
async function checked(letters: Letters, { tx, user, now }: Write, input: Whole) {
  const { clubId, channel, purpose, subject, body, layoutId, audience, sendLocal, perClubZone } = input
  const clubIds = [...new Set(input.clubIds)]
  demandMany(user, { clubId, clubIds, audience })
  if (channel === 'email' && subject === '') refuse('subject', 'Give it a subject.')
  if (body.trim() === '') refuse('body', 'There is nothing in it yet.')
  const compiled = await letters.compile(tx, clubId, { channel, subject, body, layoutId }, purpose)
  // Before it is needed, while somebody is there who can mend it.
  readFilter(audience.chosen?.filter)
  await requireOneTree(tx, clubId, clubIds)
  const settled = (input.gaps ?? []).map(({ field }) => field)
  await demandNoHoles(letters, tx, { clubIds, channel, compiled, settled, now })
  await demandGaps(letters, { tx, now }, { ...input, clubIds }, compiled)
  await demandSecondLook(letters, { tx, now }, { ...input, clubIds })
  const time = await timeOf(tx, { clubId, clubIds, sendLocal, perClubZone, now })
  return { clubIds, time, isNow: time.sendAt <= now, name: input.name || nameFrom(input) }
}

/** @throws Refused 403 for more people than everyone may write to, where the role doesn't allow it in each of the clubs */
function demandMany(
  user: Write['user'],
  { clubId, clubIds, audience }: Pick<Whole, 'audience' | 'clubId'> & { readonly clubIds: readonly number[] },
) {
  if (isToMany(audience)) for (const id of new Set([clubId, ...clubIds])) demand(user, id, 'sendToMany')
}

const told = ({ name, channel, purpose, subject, clubIds, audience }: Whole, { sendLocal }: { sendLocal: string }) => ({
  ...{ name, channel, purpose, subject, clubIds, audience: withStatuses(audience), sendLocal },
})

export const changeMessageTime =
  (letters: Letters) => async (write: Write, input: Input<typeof call.changeMessageTime>) => {
    const { tx, now, audit, enqueue } = write
    const message = await lockedForChange(write, input)
    const { clubId, clubIds } = message
    demandMany(write.user, message)
    const time = await timeOf(tx, { clubId, clubIds, sendLocal: input.sendLocal, perClubZone: input.perClubZone, now })
    const isNow = time.sendAt <= now
    if (isNow) await demandSecondLook(letters, write, { ...message, confirmedCount: input.confirmedCount })
    await sql`
    update message set send_local = ${time.sendLocal}::timestamp, per_club_zone = ${time.perClubZone}, send_at = ${time.sendAt},
      status = ${isNow ? 'preparing' : 'scheduled'}, started_at = ${isNow ? now : null}, version = version + 1
    where id = ${input.id}`.execute(tx)
    if (isNow) await enqueue(sendJob, { messageId: input.id })
    const before = { sendLocal: message.sendLocal }
    audit({ clubId, subject: 'message', subjectId: input.id, before, after: { sendLocal: time.sendLocal } })
    return { messageId: input.id }
  }

interface Time {
  readonly clubId: number
  readonly clubIds: readonly number[]
  readonly sendLocal: string | null
  readonly perClubZone: boolean
  readonly now: Date
}

/** When the first of them is to get it. A time on the wall is asked of the database, which knows when clocks change. */
async function timeOf(db: Db, { clubId, clubIds, sendLocal, perClubZone, now }: Time) {
  if (sendLocal === null) {
    const { rows } = await sql<{ local: string }>`
      select to_char(${now}::timestamptz at time zone time_zone, 'YYYY-MM-DD"T"HH24:MI:SS') as local from club
      where id = ${clubId}`.execute(db)
    return { sendLocal: rows[0]?.local ?? '', sendAt: now, perClubZone: false }
  }
  const { rows } = await sql<{ first: Date }>`
    select min(${sendLocal}::timestamp at time zone time_zone) as first from club
    where id = any(${perClubZone ? [...clubIds] : [clubId]}::bigint[])`.execute(db)
  const sendAt = rows[0]?.first ?? now
  if (sendAt < now) refuse('sendLocal', 'This time has passed.')
  if (sendAt.getTime() - now.getTime() > farthest) refuse('sendLocal', 'Choose a day within a year from now.')
  return { sendLocal, sendAt, perClubZone }
}

/** A message never goes beyond the tree of clubs whose people share its members. */
async function requireOneTree(db: Db, clubId: number, clubIds: readonly number[]): Promise<void> {
  const { rows } = await sql`
    select from club join club sender on sender.id = ${clubId}
    where club.id = any(${[...clubIds]}::bigint[]) and club.root_club_id <> sender.root_club_id`.execute(db)
  if (rows.length > 0) refuse('clubIds', 'Clubs that do not belong together cannot get one message.')
}
