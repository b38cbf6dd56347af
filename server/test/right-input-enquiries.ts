import type { Db } from '../src/platform/database.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/** As in right-input.ts: what the call about a club's public pages takes. */
export const enquiryInputs: Readonly<Record<string, RightInput>> = {
  saveEnquiryForm: async ({ club }, db) => {
    const saved = await db.selectFrom('enquiry_form').select('version').where('club_id', '=', club).executeTakeFirst()
    return {
      ...{ version: saved?.version ?? 0, key: `club-${club}`, isOn: true, hasTimetable: true, offersTrials: true },
      ...{
        trialDays: 21,
        phone: 'optional',
        asksSource: true,
        asksMessage: true,
        intro: '',
        thanks: '',
        privacyUrl: '',
      },
    }
  },
}
