import { timeIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { mergeField } from '@honbu/contract/merge-fields.ts'
import type * as call from '@honbu/contract/messages.ts'
import { waitsUntil } from '@honbu/contract/quiet-hours.ts'
import { smsLength } from '@honbu/contract/sms-segments.ts'
import { sql } from 'kysely'
import { countRecipients, type Recipients, recipientsOf } from '../audience/index.ts'
import { todayOf } from '../directory/index.ts'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read, Write } from '../platform/route.ts'
import { type Compiled, examplesIn, type MergeValues, sendingLimits } from '../templates/index.ts'
import { checkGaps, filled, holesOf, titleOf } from './gaps.ts'
import { refuse } from './locked-message.ts'
import type { Letters } from './parts.ts'
import { valuesOf, type Whom } from './render-batch.ts'

/** So many are looked at for what is missing, and of text messages for what they cost. */
const examinedMost = { email: 2000, sms: 10_000 } as const
/** So many are named for whom a field is empty. */
const namedMost = 200

type Asked = Input<typeof call.checkMessage>

export const checkMessage =
  (letters: Letters) =>
  async ({ db, now }: Read, input: Asked) => {
    const found = await examine(letters, db, input, now)
    const { question, people, empty, gets, parts } = found
    const counted = await countRecipients(db, question)
    const byStatus = await statusesOf(db, found)
    const { pence, askAbove } = await sendingLimits(db, input.clubId)
    const share = people.length === 0 ? 0 : counted.reached / people.length
    const segments = Math.round(parts * share)
    const cost = input.channel === 'sms' && pence !== null ? pounds(segments * pence) : null
    const leftOut = people.length - gets.length
    const size = { segments, cost, askAbove, waitsUntil: await morningOf(db, input, now) }
    return { ...counted, byStatus, examined: people.length, empty, leftOut, ...size }
  }

/** Those who would get a message, as far as they are looked at, and what it says for each. */
async function examine(letters: Letters, db: Db, input: Asked, now: Date) {
  const { channel, gaps = [] } = input
  const compiled = await letters.compile(db, input.clubId, input, input.purpose)
  const question = await questionOf(db, input, now)
  const people = await reached(db, question, { limit: examinedMost[channel], offset: 0 })
  const values = await valuesOf(letters, db, { channel, fields: compiled.fields, people, now, isLook: true })
  const empty = emptyOf(compiled, people, values)
  const own = people.map(person => ({ person, values: filled(values.get(person.id) ?? {}, compiled, gaps) }))
  const gets = own.filter(each => holesOf(each.values, compiled).length === 0)
  const parts = channel === 'sms' ? gets.reduce((sum, each) => sum + partsOf(compiled.render(each.values).text), 0) : 0
  return { question, people, empty, gets: gets.map(({ person }) => person), parts }
}

/** Those who get it by status; who is left out for an empty field isn't counted. */
async function statusesOf(db: Db, { question, people, gets }: Awaited<ReturnType<typeof examine>>) {
  const { rows } = await sql<{ statusId: number | null; count: number }>`
    select entry.member_status_id as "statusId", count(*) from (${recipientsOf(question)}) chosen
    left join directory_entry entry on entry.member_id = chosen.member_id and entry.club_id = chosen.club_id
    where chosen.refusal is null group by 1 order by count(*) desc, 1`.execute(db)
  const get = new Set(gets)
  const leftOut = people.filter(person => !get.has(person))
  return rows
    .map(({ statusId, count }) => ({
      statusId,
      count: count - leftOut.filter(person => person.statusId === statusId).length,
    }))
    .filter(({ count }) => count > 0)
}

/** Until when it would wait in the club that sends it. */
async function morningOf(db: Db, input: Asked, now: Date): Promise<string | null> {
  const club = await db.selectFrom('club').select('time_zone').where('id', '=', input.clubId).executeTakeFirstOrThrow()
  return waitsUntil(input, timeIn(club.time_zone, now))
}

/** @throws Refused 400 under `confirmedCount` where it goes to more people than the club sends to without a second look */
export async function demandConfirmed(
  db: Db,
  { clubId, count, confirmedCount }: { clubId: number; count: number; confirmedCount?: number | undefined },
): Promise<void> {
  const { askAbove } = await sendingLimits(db, clubId)
  // Fewer than were confirmed are nobody's surprise: some can't be written to any more.
  if (count <= Math.max(askAbove, confirmedCount ?? 0)) return
  refuse('confirmedCount', `This goes to ${wholeNumber(count)} people. Check that number, then confirm it.`)
}

/** The same of a message that has no recipients yet: whoever its audience is now, without those with an empty field. */
export async function demandSecondLook(
  letters: Letters,
  { tx: db, now }: Pick<Write, 'tx' | 'now'>,
  input: Asked & { readonly confirmedCount?: number | undefined },
): Promise<void> {
  const { askAbove } = await sendingLimits(db, input.clubId)
  const question = await questionOf(db, input, now)
  const { rows } = await sql<{ all: number }>`
    select count(*) as all from (${recipientsOf(question)}) chosen where refusal is null`.execute(db)
  const all = rows[0]?.all ?? 0
  if (all <= askAbove) return
  const { people, gets } = await examine(letters, db, input, now)
  const count = all - (people.length - gets.length)
  await demandConfirmed(db, { ...input, count })
}

/** For each field that would leave a hole: for whom it is empty. */
function emptyOf({ needed }: Compiled, people: readonly Reached[], values: ReadonlyMap<number, MergeValues>) {
  return needed.flatMap(field => {
    const without = people.filter(({ id }) => !values.get(id)?.[field])
    if (without.length === 0) return []
    const named = without.slice(0, namedMost).map(({ memberId, memberName, name }) => ({
      memberId,
      name: memberName || name,
    }))
    const isAddress = mergeField(field)?.isAddress ?? false
    return [{ field, title: titleOf(field), isAddress, count: without.length, people: named }]
  })
}

/**
 * @throws Refused 400 under `gaps` where a field is empty for some of those who would get it, and nothing is said about
 * them. As many as a check looks at are asked; whoever is found later is left out.
 */
export async function demandGaps(
  letters: Letters,
  { tx: db, now }: Pick<Write, 'tx' | 'now'>,
  input: Asked,
  compiled: Compiled,
): Promise<void> {
  const gaps = input.gaps ?? []
  checkGaps(gaps)
  const fields = compiled.needed.filter(field => !gaps.some(gap => gap.field === field))
  if (fields.length === 0) return
  const people = await reached(db, await questionOf(db, input, now), { limit: examinedMost[input.channel], offset: 0 })
  const values = await valuesOf(letters, db, { channel: input.channel, fields, people, now, isLook: true })
  for (const { title, count } of emptyOf({ ...compiled, needed: fields }, people, values))
    refuse('gaps', `“${title}” is empty for ${count} of them: leave them out, or say what stands in its place.`)
}

const partsOf = (text: string) => smsLength(text).segments

export const getMessagePreview =
  (letters: Letters) =>
  async ({ db, now }: Read, input: Input<typeof call.getMessagePreview>) => {
    const compiled = await letters.compile(db, input.clubId, input, input.purpose)
    const question = await questionOf(db, input, now)
    const { reached: total } = await countRecipients(db, question)
    const [person] = await reached(db, question, { limit: 1, offset: input.position })
    if (!person) return { total, shown: null }
    const values = await valuesOf(letters, db, {
      channel: input.channel,
      fields: compiled.fields,
      people: [person],
      now,
      isLook: true,
    })
    const { memberId, name, address } = person
    const own = filled(values.get(person.id) ?? {}, compiled, input.gaps ?? [])
    const [missing, examples] = [holesOf(own, compiled), examplesIn(compiled.fields)]
    return { total, shown: { memberId, name, address, missing, examples, ...compiled.render(own) } }
  }

async function questionOf(db: Db, asked: Asked, now: Date): Promise<Recipients> {
  const { clubIds, audience, channel, purpose, onePerAddress } = asked
  return { clubIds, audience, channel, purpose, onePerAddress, today: await todayOf(db, clubIds, now) }
}

interface Reached extends Whom {
  readonly name: string
  /** Whom it is about; '' of somebody who works in the club. */
  readonly memberName: string
  readonly address: string
  /** Null for staff. */
  readonly statusId: number | null
}

/** Those who would get it, by name. */
async function reached(db: Db, question: Recipients, page: { limit: number; offset: number }): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    select row_number() over (order by chosen.name, chosen.member_id, chosen.person_id) as id,
      chosen.club_id as "clubId", chosen.member_id as "memberId", coalesce(chosen.member_ids, '{}') as "memberIds",
      chosen.person_id as "personId", null::bigint as "bookingId", coalesce(chosen.name, '') as name, chosen.address,
      trim(coalesce(person.first_name || ' ' || person.last_name, '')) as "memberName",
      entry.member_status_id as "statusId"
    from (${recipientsOf(question)}) chosen
    left join member on member.id = chosen.member_id
    left join person on person.id = member.person_id
    left join directory_entry entry on entry.member_id = chosen.member_id and entry.club_id = chosen.club_id
    where chosen.refusal is null
    order by chosen.name, chosen.member_id, chosen.person_id limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}
