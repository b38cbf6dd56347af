import { todayIn } from '@honbu/contract/calendar.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { linkWayOut, stopWayOut } from '@honbu/contract/marketing-text.ts'
import type * as call from '@honbu/contract/templates.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import { pounds } from '../platform/money.ts'
import type { Read, Write } from '../platform/route.ts'
import { takesReplies } from '../platform/sms.ts'
import { checkVersion } from '../platform/version.ts'
import type { Place } from './preview.ts'
import { rootOf } from './rows.ts'

/** People a message goes to without a second look, where no club of the chain has said it. */
const usualAskAbove = 200

export const getMessageSettings = ({ db }: Read, { clubId }: Input<typeof call.getMessageSettings>) =>
  readSettings(db, clubId)

async function readSettings(db: Db, clubId: number) {
  const own = await db
    .selectFrom('message_setting')
    .select([
      'sms_segment_pence as smsSegmentPence',
      'ask_above as askAbove',
      'website',
      'review_url as reviewUrl',
      'version',
    ])
    .where('club_id', '=', clubId)
    .executeTakeFirst()
  const { rows } = await sql<Inherited>`
    with above as (
      select message_setting.*, distance from club_and_above(${clubId}) above join message_setting using (club_id)
      where distance > 0
    )
    select
      (select sms_segment_pence from above where sms_segment_pence is not null order by distance limit 1)
        as "smsSegmentPence",
      coalesce((select ask_above from above where ask_above is not null order by distance limit 1), ${usualAskAbove})
        as "askAbove",
      coalesce((select website from above where website <> '' order by distance limit 1), '') as website,
      coalesce((select review_url from above where review_url <> '' order by distance limit 1), '') as "reviewUrl"`.execute(
    db,
  )
  const inherited = rows[0] ?? { smsSegmentPence: null, askAbove: usualAskAbove, website: '', reviewUrl: '' }
  const nothing = { smsSegmentPence: null, askAbove: null, website: '', reviewUrl: '', version: 0 }
  return { ...(own ?? nothing), inherited }
}

interface Inherited {
  readonly smsSegmentPence: number | null
  readonly askAbove: number
  readonly website: string
  readonly reviewUrl: string
}

/** What a club lets a message cost without a second look: pence a part, people a message. */
export async function sendingLimits(db: Db, clubId: number) {
  const { smsSegmentPence, askAbove, inherited } = await readSettings(db, clubId)
  return { pence: smsSegmentPence ?? inherited.smsSegmentPence, askAbove: askAbove ?? inherited.askAbove }
}

export async function saveMessageSettings({ tx, audit }: Write, input: Input<typeof call.saveMessageSettings>) {
  const { clubId, version: given = 0, smsSegmentPence, website, reviewUrl } = input
  const root_club_id = await rootOf(tx, clubId)
  // The club's row stands for one that may not be there yet.
  await tx.selectFrom('club').select('id').where('id', '=', clubId).forNoKeyUpdate().execute()
  const { version: is, inherited: _, ...before } = await readSettings(tx, clubId)
  const askAbove = input.askAbove === undefined ? before.askAbove : input.askAbove
  await checkVersion(tx, {
    ...{ subject: 'message_setting', subjectId: clubId, is, given },
    current: () => readSettings(tx, clubId),
  })
  const texts = { website, review_url: reviewUrl }
  const values = { sms_segment_pence: smsSegmentPence, ask_above: askAbove, ...texts, version: is + 1 }
  await tx
    .insertInto('message_setting')
    .values({ club_id: clubId, root_club_id, ...values })
    .onConflict(conflict => conflict.column('club_id').doUpdateSet(values))
    .execute()
  audit({
    ...{ clubId, subject: 'message_setting', subjectId: clubId, before },
    after: { smsSegmentPence, askAbove, website, reviewUrl },
  })
  return { version: is + 1 }
}

export const getTemplateChoices =
  (place: Place) =>
  async ({ db, now }: Read, { clubId }: Input<typeof call.getTemplateChoices>) => {
    const club = await db
      .selectFrom('club')
      .select(['name', 'time_zone'])
      .where('id', '=', clubId)
      .executeTakeFirstOrThrow()
    const today = todayIn(club.time_zone, now)
    const { rows: templates } = await sql<{
      id: number
      templateName: string
      channel: 'email' | 'sms'
      isInherited: boolean
    }>`
    select template.id, template.name::text as "templateName", channel, distance > 0 as "isInherited"
    from club_and_above(${clubId}) above join message_template template on template.club_id = above.club_id
    where expiry_date is null or expiry_date >= ${today} order by template.name, template.id`.execute(db)
    const { rows: layouts } = await sql<{ id: number; layoutName: string; isInherited: boolean }>`
    select layout.id, layout.name::text as "layoutName", distance > 0 as "isInherited"
    from club_and_above(${clubId}) above join message_layout layout on layout.club_id = above.club_id
    where expiry_date is null or expiry_date >= ${today} order by layout.name, layout.id`.execute(db)
    const { pence } = await sendingLimits(db, clubId)
    const exampleMember = await someoneOf(db, clubId)
    return {
      templates,
      layouts,
      smsSegmentPrice: pence === null ? null : pounds(pence),
      exampleMember,
      marketing: { clubName: club.name, wayOut: exampleWayOut(place) },
    }
  }

/** As long as it usually is. */
function exampleWayOut({ config }: Place): string {
  if (takesReplies(config.smsFrom)) return stopWayOut
  return linkWayOut(`${config.baseUrl}${config.basePath}/unsubscribe/${'x'.repeat(68)}`)
}

/** Of the active members the first: the same whenever it is asked. */
async function someoneOf(db: Db, clubId: number): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select member.id, trim(first_name || ' ' || last_name) as name
    from club_member
    join member on member.id = club_member.member_id
    join person on person.id = member.person_id
    where club_id = ${clubId}
    order by member_status_id <> ${memberStatus.active}, member.id limit 1`.execute(db)
  return rows[0] ?? null
}
