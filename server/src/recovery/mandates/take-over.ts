import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/recovery.ts'
import { sql } from 'kysely'
import { Refused } from '../../platform/refused.ts'
import type { Write } from '../../platform/route.ts'
import type { Providers } from '../../providers/index.ts'
import { askFor } from '../looks.ts'
import { job } from '../parts.ts'
import { goCardlessAccountOf, goCardlessAccountsOf } from './account-of.ts'

export const lookForMandates =
  (providers: Pick<Providers, 'hasAccount'>) =>
  async ({ tx, audit, enqueue, now }: Write, { clubId }: Input<typeof call.lookForMandates>) => {
    if (!(await providers.hasAccount(tx, clubId, 'gocardless')))
      throw refused('The club has no account at GoCardless yet: enter it in the settings.')
    const account = await goCardlessAccountOf(tx, clubId)
    if (account && account.clubId !== clubId) throw refused(ofOther(account.clubName))
    if (account) await askFor(tx, { accountId: account.accountId, what: 'mandates', at: now })
    await enqueue(job.lookForMandates, { clubId })
    audit({ clubId, subject: 'found_mandate', before: null, after: { lookedFor: true } })
    return { clubId }
  }

const ofOther = (clubName: string) =>
  `The account at GoCardless belongs to ${clubName}: its mandates are taken over there.`

/** Writes down whose they are to become; a job asks GoCardless and stores them, so that nobody waits for 200 answers. */
export async function takeOverMandates(
  { tx, audit, enqueue }: Write,
  { clubId, choices }: Input<typeof call.takeOverMandates>,
) {
  const account = await goCardlessAccountOf(tx, clubId)
  if (!account || account.clubId !== clubId) throw refused(account ? ofOther(account.clubName) : 'There is no account.')
  const { accountId } = account
  const ids = choices.map(({ foundMandateId }) => foundMandateId)
  if (new Set(ids).size < ids.length) throw refused('A mandate is given to one member only.', 400)
  const found = await tx
    .selectFrom('found_mandate')
    .select('id')
    .where('provider_account_id', '=', accountId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const left = new Set(found.map(({ id }) => id))
  // Somebody else has taken the others over meanwhile.
  const taken = choices.filter(({ foundMandateId }) => left.has(foundMandateId))
  await refuseWrongClubs(tx, accountId, taken)
  await sql`
    update found_mandate set for_member_id = choice.member_id, for_club_id = choice.club_id, problem = ''
    from unnest(${taken.map(each => each.foundMandateId)}::bigint[], ${taken.map(each => each.memberId)}::bigint[],
      ${taken.map(each => each.clubId)}::bigint[]) as choice (id, member_id, club_id)
    where found_mandate.id = choice.id`.execute(tx)
  for (const { foundMandateId, memberId, clubId: forClubId } of taken) {
    const after = { takenOver: true }
    audit({ clubId: forClubId, memberId, subject: 'found_mandate', subjectId: foundMandateId, before: null, after })
  }
  if (left.size > 0) await enqueue(job.takeOverMandates, { accountId })
  else audit({ clubId, subject: 'found_mandate', before: null, after: { takenOver: false } })
  return { taken: left.size }
}

type Choice = Input<typeof call.takeOverMandates>['choices'][number]

/** Each member belongs to the club that is chosen, and the club collects by this account. */
async function refuseWrongClubs(tx: Write['tx'], accountId: number, choices: readonly Choice[]) {
  const memberships = await tx
    .selectFrom('club_member')
    .select(['member_id as memberId', 'club_id as clubId'])
    .where('member_id', '=', sql<number>`any(${choices.map(({ memberId }) => memberId)}::bigint[])`)
    .execute()
  const known = new Set(memberships.map(({ memberId, clubId }) => `${memberId} ${clubId}`))
  const accounts = await goCardlessAccountsOf(
    tx,
    choices.map(({ clubId }) => clubId),
  )
  for (const { memberId, clubId } of choices) {
    if (!known.has(`${memberId} ${clubId}`))
      throw refused('A member has no membership in the club that was chosen.', 400)
    if (accounts.get(clubId)?.accountId !== accountId)
      throw refused('A club that was chosen collects by another account.', 400)
  }
}

const refused = (message: string, status = 409) => new Refused(status, message, { choices: [message] })
