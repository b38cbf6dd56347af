import type { Input } from '@honbu/contract/endpoint.ts'
import type * as mine from '@honbu/contract/my-invitations.ts'
import type * as call from '@honbu/contract/users.ts'
import type { Transaction } from 'kysely'
import {
  acceptInvitation,
  allowedWords,
  invitationExpiry,
  invitationMailJob,
  invitationsOf,
  invitationsTo,
  openedWords,
  replaceInvited,
} from '../identity/index.ts'
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
  const rows = await invitationsOf(db, clubId)
  return rows.map(({ held, ...row }) => ({
    ...row,
    may: allowedWords('They', { held, isAdmin: row.isAdmin }),
    sentAt: row.sentAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    isExpired: row.expiresAt <= now,
  }))
}

export async function inviteUser({ tx, user, now, audit, enqueue }: Write, input: Input<typeof call.inviteUser>) {
  const { clubId, firstName, lastName, email, isAdmin, roleIds, classIds = [] } = input
  const { reach = isAdmin ? 'all' : 'own', reachClubIds = [], seesFigures = false } = input
  const reaching = await checkedReach(tx, user, clubId, { reach, reachClubIds, seesFigures })
  await refuseTooMany(tx, clubId, now)
  await refuseUser(tx, { clubId, email, today: staffToday(now) })
  await endExpired(tx, { clubId, email, now })
  const { id: personId } = await tx
    .insertInto('person')
    .values({ first_name: firstName, last_name: lastName })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = 'This address is invited already. You can send the invitation again.'
  const { id } = await refuseOn({ club_invitation_open: ['email', message] }, () =>
    tx
      .insertInto('club_invitation')
      .values({
        club_id: clubId,
        person_id: personId,
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
  await teach(tx, { clubId, personId, classIds })
  await enqueue(invitationMailJob, { invitationId: id })
  const after = { firstName, lastName, email, isAdmin, roleIds, ...reaching, classIds }
  audit({ clubId, subject: 'club_invitation', subjectId: id, after })
  return { id }
}

/** One that has expired makes room for the next. */
async function endExpired(
  tx: Transaction<Tables>,
  { clubId, email, now }: { clubId: number; email: string; now: Date },
) {
  const expired = await tx
    .selectFrom('club_invitation')
    .select('id')
    .where('club_id', '=', clubId)
    .where('email', '=', email)
    .where('closed_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
  for (const { id } of expired) await close(tx, id, { now, as: 'revoked' })
}

/** Puts someone who is invited down for classes of the club. */
async function teach(
  tx: Transaction<Tables>,
  { clubId, personId, classIds }: { clubId: number; personId: number; classIds: readonly number[] },
) {
  if (classIds.length === 0) return
  const ids = [...new Set(classIds)]
  const own = await tx.selectFrom('class').select('id').where('club_id', '=', clubId).where('id', 'in', ids).execute()
  if (own.length < ids.length) {
    const message = 'Choose classes of this club.'
    throw new Refused(400, message, { classIds: [message] })
  }
  await tx
    .insertInto('class_instructor')
    .values(ids.map(class_id => ({ class_id, person_id: personId })))
    .execute()
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

/** Ends an open invitation, and with it what was planned for its person. */
async function close(tx: Transaction<Tables>, id: number, { now, as }: { now: Date; as: 'revoked' | 'declined' }) {
  const { invitedId } = await tx
    .updateTable('club_invitation')
    .set({ closed_at: now, closed_as: as, secret_hash: null })
    .where('id', '=', id)
    .returning('person_id as invitedId')
    .executeTakeFirstOrThrow()
  await replaceInvited(tx, { invitedId, personId: null })
}

export async function getMyInvitations({ db, user, now }: Read) {
  const invitations = await invitationsTo(db, user.email, now)
  return invitations.map(invitation => {
    const { id, clubName, invitedBy, isAdmin, clubsBelow, seesFigures, roles, expiresAt } = invitation
    const may = openedWords(invitation)
    return { id, clubName, invitedBy, isAdmin, clubsBelow, seesFigures, roles, may, expiresAt: expiresAt.toISOString() }
  })
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
