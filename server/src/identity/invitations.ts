import { createHash, randomBytes } from 'node:crypto'
import { todayIn } from '@honbu/contract/calendar.ts'
import { counted, longDate } from '@honbu/contract/format.ts'
import { mayWords } from '@honbu/contract/may-words.ts'
import { noRole } from '@honbu/contract/rights.ts'
import type { Reach } from '@honbu/contract/users.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Mail } from '../platform/mail.ts'
import { pounds } from '../platform/money.ts'
import { allowedBy, type PlaceRole } from '../platform/rights.ts'
import type { Tables } from '../platform/tables.ts'
import { accountByEmail } from './accounts.ts'
import { employ } from './employ.ts'
import { replaceInvited } from './invited-person.ts'
import { letter } from './letter.ts'
import type { Settings } from './settings.ts'

/** How long an invitation can be answered after it was sent. */
export const invitationDays = 14

export const invitationExpiry = (now: Date) => new Date(now.getTime() + invitationDays * 86_400_000)

/** The queue of the messages that invite; the data is the invitation's id, the secret is made when the message is. */
export const invitationMailJob = 'identity-invitation-mail'

const invitations = (db: Kysely<Tables>) =>
  db
    .selectFrom('club_invitation')
    .innerJoin('club', 'club.id', 'club_invitation.club_id')
    .innerJoin('account', 'account.id', 'club_invitation.invited_by')
    .innerJoin('person', 'person.id', 'account.person_id')
    .leftJoin('person as invited', 'invited.id', 'club_invitation.person_id')
    .select(['club_invitation.id', 'club_invitation.club_id as clubId', 'club_invitation.email'])
    .select(({ fn, val }) => [
      fn.coalesce('invited.first_name', val('')).as('firstName'),
      fn.coalesce('invited.last_name', val('')).as('lastName'),
    ])
    .select([rolesWithRights.as('held'), classesOfInvited.as('classes')])
    .select(['club_invitation.is_admin as isAdmin', 'club_invitation.expires_at as expiresAt'])
    .select(['club.name as clubName', 'club.logo_url as logo'])
    .select(
      // The clubs below that it opens, today.
      sql<number>`(
        select count(*)::integer from club_and_below(club.id) below
        where below.club_id <> club.id and (club_invitation.reach = 'all' or club_invitation.reach = 'some' and exists (
          select from club_invitation_reach chosen where chosen.club_invitation_id = club_invitation.id
            and chosen.club_id <> club.id and chosen.club_id in (select club_id from club_and_above(below.club_id))))
      )`.as('clubsBelow'),
    )
    .select(
      sql<boolean>`(sees_figures and exists (select from club below where below.parent_club_id = club.id))`.as(
        'seesFigures',
      ),
    )
    .select(sql<string>`trim(person.first_name || ' ' || person.last_name)`.as('invitedBy'))
    .select(
      sql<{ id: number; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', lookup.id, 'name', lookup.name) order by lookup.position), '[]')
        from club_invitation_role role join lookup on lookup.id = role.role_id
        where role.club_invitation_id = club_invitation.id
      )`.as('roles'),
    )
    .where('club_invitation.closed_at', 'is', null)

const rolesWithRights = sql<PlaceRole[]>`(
  select jsonb_agg(jsonb_build_object('roleId', held.role_id, 'rights', role_rights.rights,
    'creditLimit', role_rights.credit_limit_pence))
  from (
    select role_id from club_invitation_role where club_invitation_id = club_invitation.id
    union all
    select ${noRole} where not exists (select from club_invitation_role where club_invitation_id = club_invitation.id)
  ) held
  left join role_rights on role_rights.club_id = club_invitation.club_id and role_rights.role_id = held.role_id)`

const classesOfInvited = sql<string[]>`array(
  select class_name from class where exists (
    select from class_instructor where class_id = class.id and class_instructor.person_id = club_invitation.person_id)
  or exists (
    select from class_timetable week join class_timetable_instructor teaches on teaches.timetable_id = week.id
    where week.class_id = class.id and teaches.person_id = club_invitation.person_id)
  order by class_name, class.id)`

export type Invitation = Awaited<ReturnType<ReturnType<typeof invitations>['executeTakeFirstOrThrow']>>

/** The open invitations of a club, the newest first. */
export const invitationsOf = (db: Kysely<Tables>, clubId: number) =>
  invitations(db)
    .select(['club_invitation.sent_at as sentAt'])
    .select(sql<Reach>`club_invitation.reach`.as('reach'))
    .select(reachClubs.as('reachClubs'))
    .where('club_invitation.club_id', '=', clubId)
    .orderBy('club_invitation.id', 'desc')
    .execute()

const reachClubs = sql<{ id: number; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', chosen.id, 'name', chosen.name) order by chosen.name), '[]')
  from club_invitation_reach join club chosen on chosen.id = club_invitation_reach.club_id
  where club_invitation_reach.club_invitation_id = club_invitation.id)`

/** What an e-mail address is invited to and can answer now, the oldest first. */
export const invitationsTo = (db: Kysely<Tables>, email: string, now: Date) =>
  invitations(db)
    .where('club_invitation.email', '=', email)
    .where('club_invitation.expires_at', '>', now)
    .orderBy('club_invitation.id')
    .execute()

/** The invitation that a link stands for, while it can be answered. */
export const invitationOfLink = (db: Kysely<Tables>, secret: string, now: Date) =>
  invitations(db)
    .where('club_invitation.secret_hash', '=', hashOf(secret))
    .where('club_invitation.expires_at', '>', now)
    .executeTakeFirst()

/**
 * Makes an account a user of the club that invites it, from `today` on, or one again, and closes the invitation.
 * @returns the row in `club_user`; undefined when the invitation is not open any longer, or was never for this account
 */
export async function acceptInvitation(
  tx: Transaction<Tables>,
  { id, accountId, now, today }: { id: number; accountId: number; now: Date; today: string },
): Promise<{ clubId: number; clubUserId: number } | undefined> {
  const accepted = await tx
    .updateTable('club_invitation')
    .set({ closed_at: now, closed_as: 'accepted', accepted_by: accountId, secret_hash: null })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('email', '=', eb => eb.selectFrom('account').select('email').where('account.id', '=', accountId))
    .returning(['club_id as clubId', 'is_admin as isAdmin', 'reach', 'sees_figures as seesFigures'])
    .returning('person_id as invitedId')
    .executeTakeFirst()
  if (!accepted) return undefined
  const { clubId, isAdmin, reach, seesFigures, invitedId } = accepted
  const roles = await tx
    .selectFrom('club_invitation_role')
    .select('role_id')
    .where('club_invitation_id', '=', id)
    .execute()
  const roleIds = roles.map(row => row.role_id)
  const chosen = await tx
    .selectFrom('club_invitation_reach')
    .select('club_id')
    .where('club_invitation_id', '=', id)
    .execute()
  const reaching = { reach: reach as Reach, reachClubIds: chosen.map(row => row.club_id), seesFigures }
  const clubUserId = await employ(tx, { clubId, accountId, today, isAdmin, roleIds, ...reaching })
  const { person_id: personId } = await tx
    .selectFrom('account')
    .select('person_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await replaceInvited(tx, { invitedId, personId })
  return { clubId, clubUserId }
}

interface MailParts {
  readonly db: Db
  readonly settings: Settings
  readonly now: () => Date
  readonly mail: Mail
  /** Where accounts are looked after by another provider, the link leads to the product itself. */
  readonly isExternal: boolean
}

export const workOnInvitationMails = (jobs: Jobs, parts: MailParts) =>
  jobs.work<{ invitationId: number }>(invitationMailJob, ({ invitationId }) => sendInvitation(parts, invitationId), {
    concurrency: 2,
  })

async function sendInvitation({ db, settings, now, mail, isExternal }: MailParts, id: number): Promise<void> {
  const invitation = await invitations(db).where('club_invitation.id', '=', id).executeTakeFirst()
  // Revoked or answered before it was sent.
  if (!invitation) return
  const secret = randomBytes(32).toString('base64url')
  await db
    .updateTable('club_invitation')
    .set({ secret_hash: hashOf(secret) })
    .where('id', '=', id)
    .execute()
  const url = new URL(settings.pages.invitation, settings.baseUrl)
  url.searchParams.set('token', secret)
  const isKnown = (await accountByEmail(db, invitation.email))?.confirmedAt
  await mail.send(
    letter(
      invitation.email,
      {
        name: 'invitation',
        subject: `${invitation.clubName} invites you to Honbu`,
        greeting: invitation.firstName && `Hi ${invitation.firstName},`,
        before: `${invitation.invitedBy} has invited you to work in ${invitation.clubName} on Honbu, where the club looks after its classes and members. ${openedWords(invitation)} ${
          isKnown || isExternal
            ? 'Log in with this email address to join.'
            : 'Open this link to choose a password and join.'
        } The link works until ${longDate(todayIn('Europe/London', invitation.expiresAt))}.`,
        action: `Join ${invitation.clubName}`,
        after: 'If you don’t know them, you can ignore this email.',
      },
      isExternal ? settings.dashboard : url.href,
    ),
  )
  await db.updateTable('club_invitation').set({ sent_at: now() }).where('id', '=', id).execute()
}

/** Says what an invitation lets someone do. */
export function allowedWords(who: 'You' | 'They', { isAdmin, held }: Pick<Invitation, 'isAdmin' | 'held'>): string {
  const { rights, creditLimit } = allowedBy(held)
  return mayWords(who, { isAdmin, rights, creditLimit: creditLimit === null ? null : pounds(creditLimit) })
}

/** Says to the reader of an invitation what they can do, in which clubs, and what they teach. */
export function openedWords(invitation: Invitation): string {
  const { clubName, clubsBelow, seesFigures, classes } = invitation
  const sentences = [
    allowedWords('You', invitation),
    clubsBelow > 0 && `The same goes for ${counted(clubsBelow, 'club')} below ${clubName}.`,
    seesFigures && `You’ll also see the reports of all clubs below ${clubName}, without their members.`,
    classes.length > 0 && `You’ll teach ${new Intl.ListFormat('en-GB').format(classes)}.`,
  ]
  return sentences.filter(Boolean).join(' ')
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
