import type { Input } from '@honbu/contract/endpoint.ts'
import { mergeField } from '@honbu/contract/merge-fields.ts'
import type * as call from '@honbu/contract/messages.ts'
import { smsLength } from '@honbu/contract/sms-segments.ts'
import { sql } from 'kysely'
import { countRecipients, type Recipients, recipientsOf } from '../audience/index.ts'
import { todayOf } from '../directory/index.ts'
import type { Db } from '../platform/database.ts'
import type { Read } from '../platform/route.ts'
import type { Letters } from './parts.ts'
import { valuesOf, type Whom } from './render-batch.ts'

/** So many are looked at for what is missing and what it costs. */
const examinedMost = 2000
/** Names that are told of those for whom a field is empty. */
const namesMost = 5

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
    const empty = compiled.needed.flatMap(field => {
      const without = people.filter(({ id }) => !values.get(id)?.[field])
      if (without.length === 0) return []
      const names = without.slice(0, namesMost).map(({ name }) => name)
      return [{ field, title: mergeField(field)?.title ?? field, count: without.length, names }]
    })
    const parts =
      input.channel === 'sms' ? people.map(({ id }) => partsOf(compiled.render(values.get(id) ?? {}).text)) : []
    const share = people.length === 0 ? 0 : counted.reached / people.length
    const segments = Math.round(parts.reduce((sum, each) => sum + each, 0) * share)
    return { ...counted, examined: people.length, empty, segments }
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
    const rendered = compiled.render(values.get(person.id) ?? {})
    return { total, shown: { memberId: person.memberId, name: person.name, address: person.address, ...rendered } }
  }

async function questionOf(db: Db, asked: Asked, now: Date): Promise<Recipients> {
  const { clubIds, audience, channel, purpose, onePerAddress } = asked
  return { clubIds, audience, channel, purpose, onePerAddress, today: await todayOf(db, clubIds, now) }
}

interface Reached extends Whom {
  readonly name: string
  readonly address: string
}

/** Those who would get it, by name. */
async function reached(db: Db, question: Recipients, page: { limit: number; offset: number }): Promise<Reached[]> {
  const { rows } = await sql<Reached>`
    select row_number() over (order by chosen.name, chosen.member_id, chosen.person_id) as id,
      chosen.club_id as "clubId", chosen.member_id as "memberId", coalesce(chosen.member_ids, '{}') as "memberIds",
      chosen.person_id as "personId", null::bigint as "bookingId", coalesce(chosen.name, '') as name, chosen.address
    from (${recipientsOf(question)}) chosen
    where chosen.refusal is null
    order by chosen.name, chosen.member_id, chosen.person_id limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}
