import { randomUUID } from 'node:crypto'
import type { Db } from '../src/platform/database.ts'
import { createAudience } from './factories/audiences.ts'
import type { OurRows } from './our-rows.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

const everybody = { include: [], exclude: [] }
const question = ({ member }: OurRows) => ({
  ...{ audience: { ...everybody, chosen: { members: [member] } }, channel: 'email', purpose: 'service' },
  onePerAddress: true,
})

/** As in right-input.ts: what the calls about who is written to take. */
export const messageInputs: Readonly<Record<string, RightInput>> = {
  countAudience: question,
  getAudienceMembers: question,
  getChosenClubs: ({ club, member }) => ({ members: [member], clubIds: [club] }),
  saveAudience: () => ({ id: 0, name: `Audience ${randomUUID()}`, audience: everybody }),
  deleteAudience: async ({ club }, db) => ({ id: await createAudience(db, club) }),
  liftStoppedAddress: async ({ member }, db) => {
    const { rootClubId, personId } = await db
      .selectFrom('member')
      .select(['root_club_id as rootClubId', 'person_id as personId'])
      .where('id', '=', member)
      .executeTakeFirstOrThrow()
    const address = `${randomUUID()}@mail.example`
    await db.updateTable('person').set({ email: address }).where('id', '=', personId).execute()
    const stopped = {
      root_club_id: rootClubId,
      channel: 'email',
      address,
      reason: 'bounced',
      since: '2026-05-01T00:00Z',
    }
    await db.insertInto('undeliverable').values(stopped).execute()
    return { channel: 'email', address }
  },
}
