import { todayIn } from '@honbu/contract/calendar.ts'
import { longDate } from '@honbu/contract/format.ts'
import type { Db } from '../platform/database.ts'
import { Refused } from '../platform/refused.ts'
import type { Content } from './compile-content.ts'

/**
 * What a template says now.
 * @throws Refused 409 when it is deleted, or its last day has passed in its club
 */
export async function contentOfTemplate(db: Db, templateId: number, now = new Date()): Promise<Content> {
  const found = await db
    .selectFrom('message_template as template')
    .innerJoin('club', 'club.id', 'template.club_id')
    .select(['template.name', 'channel', 'subject', 'body', 'layout_id as layoutId', 'expiry_date as expiryDate'])
    .select('time_zone as timeZone')
    .where('template.id', '=', templateId)
    .executeTakeFirst()
  if (!found) throw refused('This template has been deleted.')
  const { name, channel, subject, body, layoutId, expiryDate, timeZone } = found
  if (expiryDate !== null && expiryDate < todayIn(timeZone, now))
    throw refused(`The template “${name}” is out of use since ${longDate(expiryDate)}.`)
  return { channel: channel === 'sms' ? 'sms' : 'email', subject, body, layoutId }
}

const refused = (message: string) => new Refused(409, message, { templateId: [message] })
