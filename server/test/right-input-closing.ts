import type { Db } from '../src/platform/database.ts'
import { testToday } from './app.ts'
import { createClub } from './factories/people.ts'
import type { OurRows } from './our-rows.ts'

/** As in right-input.ts: what the calls take that close a club. Each gets a club below ours. */
export const closingInputs = {
  closeClub: async (rows: OurRows, db: Db) => ({ id: await below(rows, db), closesOn: testToday, letter: null }),
  reopenClub: async (rows: OurRows, db: Db) => {
    const id = await below(rows, db)
    await db
      .insertInto('club_closing')
      .values({ club_id: id, closes_on: '2026-06-01', asked_at: '2026-05-01T00:00Z' })
      .execute()
    return { id }
  },
}

const below = async (rows: OurRows, db: Db) => (await createClub(db, { parentClubId: rows.club })).id
