import { randomBytes } from 'node:crypto'
import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/schedule.ts'
import { mayTouch } from '../platform/access.ts'
import type { Read, Write } from '../platform/route.ts'

/** Relative to the product's own address, as everything on a page is. */
const addressOf = (token: string) => `calendar/${token}.ics`

/** Only admins see the club's address: whoever knows it sees the calendar, and only they can end it. */
export async function getCalendarFeeds({ db, user }: Read, { id }: Input<typeof call.getCalendarFeeds>) {
  const isAdmin = mayTouch(user, id, true)
  const feeds = await db
    .selectFrom('calendar_feed')
    .select(['token', 'club_id as clubId'])
    .where(({ or, eb }) => or([eb('account_id', '=', user.accountId), eb('club_id', '=', id)]))
    .execute()
  const address = (isClub: boolean) => {
    const feed = feeds.find(({ clubId }) => (clubId !== null) === isClub)
    return feed ? addressOf(feed.token) : null
  }
  return { clubFeed: isAdmin ? address(true) : null, myFeed: address(false), isAdmin }
}

type Owner = { club_id: number } | { account_id: number }

export const renewClubFeed = (write: Write, { id }: Input<typeof call.renewClubFeed>) => renew(write, { club_id: id })
export const renewMyFeed = (write: Write) => renew(write, { account_id: write.user.accountId })
export const revokeClubFeed = (write: Write, { id }: Input<typeof call.revokeClubFeed>) =>
  revoke(write, { club_id: id })
export const revokeMyFeed = (write: Write) => revoke(write, { account_id: write.user.accountId })

async function renew({ tx, audit }: Write, owner: Owner) {
  const token = randomBytes(24).toString('base64url')
  const { id } = await tx
    .insertInto('calendar_feed')
    .values({ ...owner, token })
    .onConflict(conflict => conflict.column('club_id' in owner ? 'club_id' : 'account_id').doUpdateSet({ token }))
    .returning('id')
    .executeTakeFirstOrThrow()
  // The address itself is a secret, which the activity screens must not show.
  audit({ clubId: clubOf(owner), subject: 'calendar_feed', subjectId: id, after: { hasAddress: true } })
  return { address: addressOf(token) }
}

async function revoke({ tx, audit }: Write, owner: Owner) {
  const [column, value] =
    'club_id' in owner ? (['club_id', owner.club_id] as const) : (['account_id', owner.account_id] as const)
  await tx.deleteFrom('calendar_feed').where(column, '=', value).execute()
  audit({ clubId: clubOf(owner), subject: 'calendar_feed', after: { hasAddress: false } })
  return {}
}

const clubOf = (owner: Owner) => ('club_id' in owner ? owner.club_id : null)
