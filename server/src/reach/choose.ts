import { todayIn } from '@honbu/contract/calendar.ts'
import { consentKinds, consentWording } from '@honbu/contract/consents.ts'
import { communication } from '@honbu/contract/ids.ts'
import { type Channel, channels } from '@honbu/contract/reach.ts'
import { sql } from 'kysely'
import { recordConsent } from '../people/index.ts'
import { writeAudit } from '../platform/audit.ts'
import type { Db } from '../platform/database.ts'
import type { Subscriber } from './unsubscribe-link.ts'

/** What a club sends to a person now. */
export interface Choices {
  readonly clubName: string
  readonly timeZone: string
  readonly flags: number
}

/** The flag and the text of each channel, as the page shows it and the log keeps it. */
export const channelKinds: readonly { readonly channel: Channel; readonly flag: number; readonly wording: string }[] =
  channels.map(channel => {
    const flag = communication[channel]
    const kind = consentKinds.find(each => each.flag === flag)
    if (!kind) throw new Error(`no consent is kept for ${channel}`)
    return { channel, flag, wording: kind.wording }
  })

/** Null when the person or the club is not there any more. */
export async function choicesOf(db: Db, { clubId, personId }: Subscriber): Promise<Choices | null> {
  const { rows } = await sql<Choices>`
    select club.name as "clubName", club.time_zone as "timeZone", communication_flags(person.id, club.id) as flags
    from club, person where club.id = ${clubId} and person.id = ${personId}`.execute(db)
  return rows[0] ?? null
}

/** Writes down what differs from what stands: each channel that is named, agreed to or not. */
export async function choose(db: Db, who: Subscriber, wanted: Readonly<Partial<Record<Channel, boolean>>>, now: Date) {
  const { clubId, personId } = who
  await db.transaction().execute(async tx => {
    // Two clicks one after the other, not two entries.
    await sql`select id from person where id = ${personId} for no key update`.execute(tx)
    const stands = await choicesOf(tx, who)
    if (!stands) return
    const withdrawn = await tx
      .selectFrom('consent_standing')
      .select('withdrawn')
      .where('person_id', '=', personId)
      .where('club_id', '=', clubId)
      .executeTakeFirst()
    const changed = channelKinds.flatMap(({ channel, flag, wording }) => {
      const isGiven = wanted[channel]
      // Who never agreed and says no has said something: it is no longer "nobody asked".
      const isSaid = isGiven ? (stands.flags & flag) !== 0 : ((withdrawn?.withdrawn ?? 0) & flag) !== 0
      if (isGiven === undefined || isSaid) return []
      return [{ flag, isGiven, wording: consentWording(wording, stands.clubName) }]
    })
    if (changed.length === 0) return
    const flags = await recordConsent(tx, {
      ...{ personId, clubId, how: 'link', givenByPersonId: personId, accountId: null, now },
      choices: changed,
      givenOn: todayIn(stands.timeZone, now),
      wording: changed.map(({ wording }) => wording).join('\n'),
    })
    const member = await tx.selectFrom('member').select('id').where('person_id', '=', personId).executeTakeFirst()
    await writeAudit(tx, { action: 'unsubscribe', accountId: null }, [
      {
        ...{ clubId, memberId: member?.id ?? null, subject: 'consent', subjectId: personId },
        before: { communicationFlags: stands.flags },
        after: { communicationFlags: flags, how: 'link' },
      },
    ])
  })
}
