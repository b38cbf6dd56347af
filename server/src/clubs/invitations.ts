import type { Input } from '@honbu/contract/endpoint.ts'
import type * as mine from '@honbu/contract/my-invitations.ts'
import type * as call from '@honbu/contract/users.ts'
import { sql, type Transaction } from 'kysely'
import { acceptInvitation, invitationExpiry, invitationMailJob, invitationsTo } from '../identity/index.ts'
import { refuseOn } from '../platform/constraint.ts'
import { Refused } from '../platform/refused.ts'
import type { Read, Write } from '../platform/route.ts'
import type { Tables } from '../platform/tables.ts'
import { staffToday } from './club-admins.ts'
import { checkedReach } from './reach.ts'

/** Of a club in 24 hours: more is no club that grows, but someone who writes to strangers through it. */
const mostInvitations = 60
/** Between two messages of one invitation. */
const minutesBetween = 2

export async function getInvitations({ db, now }: Read, { clubId }: Input<typeof call.getInvitations>) {
  const rows = await db
    .selectFrom('club_invitation')
    .innerJoin('account', 'account.id', 'club_invitation.invited_by')
    .innerJoin('person', 'person.id', 'account.person_id')
    .select(['club_invitation.id', 'club_invitation.email', 'club_invitation.is_admin as isAdmin'])
    .select(['club_invitation.sent_at as sentAt', 'club_invitation.expires_at as expiresAt'])
    .select(sql<call.Reach>`club_invitation.reach`.as('reach'))
    .select(reachClubs.as('reachClubs'))
    .select('club_invitation.sees_figures as seesFigures')
    .select(sql<string>`trim(person.first_name || ' ' || person.last_name)`.as('invitedBy'))
    .select(
      sql<{ id: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', lookup.id, 'name', lookup.name) order by lookup.position), '[]')
        from club_invitation_role role join lookup on lookup.id = role.role_id
        where role.club_invitation_id = club_invitation.id
      )`.as('roles'),
    )
    .where('club_invitation.club_id', '=', clubId)
    .where('club_invitation.closed_at', 'is', null)
    .orderBy('club_invitation.id', 'desc')
    .execute()
  return rows.map(row => ({
    ...row,
    sentAt: row.sentAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    isExpired: row.expiresAt <= now,
  }))
}

const reachClubs = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', chosen.id, 'name', chosen.name) order by chosen.name), '[]')
  from club_invitation_reach join club chosen on chosen.id = club_invitation_reach.club_id
  where club_invitation_reach.club_invitation_id = club_invitation.id)`

export async function inviteUser(
  { tx, user, now, audit, enqueue }: Write,
  {
    clubId,
    email,
    isAdmin,
    roleIds,
    reach = isAdmin ? 'all' : 'own',
    reachClubIds = [],
    seesFigures = false,
  }: Input<typeof call.inviteUser>,
) {
  const reaching = await checkedReach(tx, user, clubId, { reach, reachClubIds, seesFigures })
  await refuseTooMany(tx, clubId, now)
  await refuseUser(tx, { clubId, email, today: staffToday(now) })
  // One that has expired makes room for the next.
  await tx
    .updateTable('club_invitation')
    .set({ closed_at: now, closed_as: 'revoked', secret_hash: null })
    .where('club_id', '=', clubId)
    .where('email', '=', email)
    .where('closed_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
  const message = 'This address is invited already. You can send the invitation again.'
  const { id } = await refuseOn({ club_invitation_open: ['email', message] }, () =>
    tx
      .insertInto('club_invitation')
      .values({
        club_id: clubId,
        email,
        is_admin: isAdmin,
        reach,
        sees_figures: reaching.seesFigures,
        invited_by: user.accountId,
        expires_at: invitationExpiry(now),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const roles = [...new Set(roleIds)].map(role_id => ({ club_invitation_id: id, role_id }))
  if (roles.length > 0) await tx.insertInto('club_invitation_role').values(roles).execute()
  const chosen = reaching.reachClubIds.map(club_id => ({ club_invitation_id: id, club_id }))
  if (chosen.length > 0) await tx.insertInto('club_invitation_reach').values(chosen).execute()
  await enqueue(invitationMailJob, { invitationId: id })
  audit({ clubId, subject: 'club_invitation', subjectId: id, after: { email, isAdmin, roleIds, ...reaching } })
  return { id }
}

async function refuseTooMany(tx: Transaction<Tables>, clubId: number, now: Date) {
  const { count } = await tx
    .selectFrom('club_invitation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('club_id', '=', clubId)
    .where('created_at', '>', new Date(now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow()
  if (count >= mostInvitations)
    throw new Refused(429, `A club can invite ${mostInvitations} people a day. Please go on tomorrow.`)
}

async function refuseUser(
  tx: Transaction<Tables>,
  { clubId, email, today }: { clubId: number; email: string; today: string },
) {
  const known = await tx
    .selectFrom('club_user')
    .innerJoin('account', 'account.id', 'club_user.account_id')
    .select('club_user.id')
    .where('club_id', '=', clubId)
    .where('account.email', '=', email)
    .where(eb => eb.or([eb('user_until', 'is', null), eb('user_until', '>=', today)]))
    .executeTakeFirst()
  if (!known) return
  const message = 'Someone with this address works in the club already.'
  throw new Refused(409, message, { email: [message] })
}

export async function resendInvitation(
  { tx, now, audit, enqueue }: Write,
  { id }: Input<typeof call.resendInvitation>,
) {
  const before = await openInvitation(tx, id)
  const soonest = before.sentAt && before.sentAt.getTime() + minutesBetween * 60_000
  if (soonest && soonest > now.getTime())
    throw new Refused(429, 'It has been sent a moment ago. Give it a minute or two to arrive.')
  const expiresAt = invitationExpiry(now)
  await tx.updateTable('club_invitation').set({ expires_at: expiresAt, sent_at: null }).where('id', '=', id).execute()
  await enqueue(invitationMailJob, { invitationId: id })
  audit({
    clubId: before.clubId,
    subject: 'club_invitation',
    subjectId: id,
    before: { expiresAt: before.expiresAt },
    after: { expiresAt },
  })
  return { expiresAt: expiresAt.toISOString() }
}

export async function revokeInvitation({ tx, now, audit }: Write, { id }: Input<typeof call.revokeInvitation>) {
  const { clubId, email } = await openInvitation(tx, id)
  await close(tx, id, { now, as: 'revoked' })
  audit({ clubId, subject: 'club_invitation', subjectId: id, before: { email }, after: { closed: 'revoked' } })
  return { id }
}

/** Locked. @throws Refused when it has been answered or revoked */
async function openInvitation(tx: Transaction<Tables>, id: number) {
  const invitation = await tx
    .selectFrom('club_invitation')
    .select(['club_id as clubId', 'email', 'expires_at as expiresAt', 'sent_at as sentAt', 'closed_as as closedAs'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (invitation.closedAs) throw new Refused(409, `This invitation has been ${invitation.closedAs} already.`)
  return invitation
}

const close = (tx: Transaction<Tables>, id: number, { now, as }: { now: Date; as: 'revoked' | 'declined' }) =>
  tx
    .updateTable('club_invitation')
    .set({ closed_at: now, closed_as: as, secret_hash: null })
    .where('id', '=', id)
    .execute()

export async function getMyInvitations({ db, user, now }: Read) {
  const invitations = await invitationsTo(db, user.email, now)
  return invitations.map(({ id, clubName, invitedBy, isAdmin, clubsBelow, seesFigures, roles, expiresAt }) => ({
    id,
    clubName,
    invitedBy,
    isAdmin,
    clubsBelow,
    seesFigures,
    roles,
    expiresAt: expiresAt.toISOString(),
  }))
}

/** An access token is given only for a confirmed address, so the account's is its reader's. */
export async function answerInvitation(
  { tx, user, now, audit }: Write,
  { invitation: id, isAccepted }: Input<typeof mine.answerInvitation>,
) {
  const invitation = (await invitationsTo(tx, user.email, now)).find(each => each.id === id)
  if (!invitation) throw gone()
  const { clubId, clubName } = invitation
  if (!isAccepted) {
    await close(tx, id, { now, as: 'declined' })
    audit({ clubId, subject: 'club_invitation', subjectId: id, after: { closed: 'declined' } })
    return { clubName }
  }
  const accepted = await acceptInvitation(tx, { id, accountId: user.accountId, now, today: staffToday(now) })
  if (!accepted) throw gone()
  audit({ clubId, subject: 'club_user', subjectId: accepted.clubUserId, after: { invitation: id, clubName } })
  return { clubName }
}

const gone = () => new Refused(410, 'This invitation is no longer open. The club can send you a new one.')
