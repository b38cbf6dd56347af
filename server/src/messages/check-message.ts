import type { Input } from '@honbu/contract/endpoint.ts'
import { mergeField } from '@honbu/contract/merge-fields.ts'
import type * as call from '@honbu/contract/messages.ts'
import { smsLength } from '@honbu/contract/sms-segments.ts'
import { sql } from 'kysely'
import { countRecipients, type Recipients, recipientsOf } from '../audience/index.ts'
import { todayOf } from '../directory/index.ts'
import type { Db } from '../platform/database.ts'
import type { Read, Write } from '../platform/route.ts'
import { type Compiled, examplesIn, type MergeValues } from '../templates/index.ts'
import { checkGaps, filled, holesOf, titleOf } from './gaps.ts'
import { refuse } from './locked-message.ts'
import type { Letters } from './parts.ts'
import { valuesOf, type Whom } from './render-batch.ts'

/** So many are looked at for what is missing and what it costs. */
const examinedMost = 2000
/** So many are named for whom a field is empty. */
const namedMost = 200

type Asked = Input<typeof call.checkMessage>

export const checkMessage =
  (letters: Letters) =>
  async ({ db, now }: Read, input: Input<typeof call.checkMessage>) => {
    const compiled = await letters.compile(db, input.clubId, input, input.purpose)
    const question = await questionOf(db, input, now)
    const counted = await countRecipients(db, question)
    const people = await reached(db, question, { limit: examinedMost, offset: 0 })
    const values = await valuesOf(letters, db, {
      channel: input.channel,
      fields: compiled.fields,
      people,
      now,
      isLook: true,
    })
    const empty = emptyOf(compiled, people, values)
    const gets = people
      .map(({ id }) => filled(values.get(id) ?? {}, compiled, input.gaps ?? []))
      .filter(each => holesOf(each, compiled).length === 0)
    const parts = input.channel === 'sms' ? gets.map(each => partsOf(compiled.render(each).text)) : []
    const share = people.length === 0 ? 0 : counted.reached / people.length
    const segments = Math.round(parts.reduce((sum, each) => sum + each, 0) * share)
    return { ...counted, examined: people.length, empty, leftOut: people.length - gets.length, segments }
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
  const people = await reached(db, await questionOf(db, input, now), { limit: examinedMost, offset: 0 })
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
}

/** Those who would get it, by name. */
async function reached(db: Db, question: Recipients, page: { limit: number; offset: number }): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    select row_number() over (order by chosen.name, chosen.member_id, chosen.person_id) as id,
      chosen.club_id as "clubId", chosen.member_id as "memberId", coalesce(chosen.member_ids, '{}') as "memberIds",
      chosen.person_id as "personId", null::bigint as "bookingId", coalesce(chosen.name, '') as name, chosen.address,
      trim(coalesce(person.first_name || ' ' || person.last_name, '')) as "memberName"
    from (${recipientsOf(question)}) chosen
    left join member on member.id = chosen.member_id
    left join person on person.id = member.person_id
    where chosen.refusal is null
    order by chosen.name, chosen.member_id, chosen.person_id limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}
