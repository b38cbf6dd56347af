import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { LinkMaker, Links } from '../templates/index.ts'
import { enquireAddress } from './addresses.ts'

interface Config {
  readonly baseUrl: string
  readonly basePath: string
}

/**
 * The merge fields that lead to a club's own form: `links.enquiry` where it is open, `links.book` where it offers trials
 * too, and `links.refer`, which says which member has sent a friend there. Empty elsewhere, which is said before such a
 * message is sent.
 */
export const enquiryLinks =
  ({ baseUrl, basePath }: Config) =>
  (db: Db, clubId: number): Links => {
    const address = async (offersTrials: boolean) => {
      const form = await db
        .selectFrom('enquiry_form')
        .select(['key', 'offers_trials as offersTrials'])
        .where('club_id', '=', clubId)
        .where('is_on', '=', true)
        .executeTakeFirst()
      const isOpen = form !== undefined && (form.offersTrials || !offersTrials)
      return isOpen ? `${baseUrl}${basePath}/${enquireAddress(form.key)}` : null
    }
    const leadTo =
      (offersTrials: boolean): LinkMaker =>
      async recipients => {
        const form = await address(offersTrials)
        return recipients.map(() => form)
      }
    const refer: LinkMaker = async recipients => {
      const form = await address(false)
      if (form === null) return recipients.map(() => null)
      const ids = recipients.map(({ memberId }) => memberId)
      const members = await db
        .selectFrom('member')
        .select(['id', 'code'])
        .where('id', '=', sql<number>`any(${ids}::bigint[])`)
        .execute()
      const codes = new Map(members.map(({ id, code }) => [id, code]))
      // Who is no member, such as one of the staff, has nobody's name to give.
      return ids.map(id => withReferrer(form, codes.get(id) ?? null))
    }
    return { 'links.enquiry': leadTo(false), 'links.book': leadTo(true), 'links.refer': refer }
  }

const withReferrer = (form: string, code: string | null) =>
  code === null ? form : `${form}?ref=${encodeURIComponent(code)}`
