import type { Db } from '../platform/database.ts'
import type { LinkMaker, Links } from '../templates/index.ts'
import { enquireAddress } from './addresses.ts'

interface Config {
  readonly baseUrl: string
  readonly basePath: string
}

/**
 * The merge fields that lead to a club's own form: `links.enquiry` where it is open, `links.book` where it offers trials
 * too. Empty elsewhere, which is said before such a message is sent.
 */
export const enquiryLinks =
  ({ baseUrl, basePath }: Config) =>
  (db: Db, clubId: number): Links => {
    const leadTo =
      (offersTrials: boolean): LinkMaker =>
      async recipients => {
        const form = await db
          .selectFrom('enquiry_form')
          .select(['key', 'offers_trials as offersTrials'])
          .where('club_id', '=', clubId)
          .where('is_on', '=', true)
          .executeTakeFirst()
        const isOpen = form !== undefined && (form.offersTrials || !offersTrials)
        const address = isOpen ? `${baseUrl}${basePath}/${enquireAddress(form.key)}` : null
        return recipients.map(() => address)
      }
    return { 'links.enquiry': leadTo(false), 'links.book': leadTo(true) }
  }
