import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, post, queryBoolean } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, club, clubUser, invitation, klass } from './guards.ts'
import { personFields } from './people.ts'
import { givenRoles } from './rights.ts'

/** A moment, ISO 8601 in UTC. */
const instant = z.iso.datetime()

const Role = z.object({ id: z.int(), name: z.string() })

/** Which clubs below a club a place in it opens: none, chosen ones with all below those, or all, also later ones. */
export const reaches = ['own', 'some', 'all'] as const
export type Reach = (typeof reaches)[number]

const reached = {
  reach: z.enum(reaches),
  /** The chosen clubs, where reach is `some`. */
  reachClubs: z.array(z.object({ id, name: z.string() })),
  /** Whether they also see the reports of the clubs below that stay shut. */
  seesFigures: z.boolean(),
}

/** Left out: as it was; of someone new, all clubs below for an admin and none for anyone else. */
const reachFields = {
  reach: z.optional(z.enum(reaches)),
  reachClubIds: z.optional(z.array(id).check(z.maxLength(500))),
  /** Goes with reach: where that is left out, so is this. */
  seesFigures: z.optional(z.boolean()),
}

/** Someone who works in a club. */
export const ClubUser = z.object({
  /** The account. */
  userId: id,
  clubUserId: id,
  clubId: id,
  /** What ownerId, adminId and instructorId of a club name. */
  personId: id,
  version: z.int(),
  userSince: date,
  userUntil: z.nullable(date),
  dateAdded: instant,
  /** As given; the club's owner and admin have the right whatever this says. */
  isAdmin: z.boolean(),
  /** Whether he works there today. */
  isCurrent: z.boolean(),
  isOwner: z.boolean(),
  isClubAdmin: z.boolean(),
  isInstructor: z.boolean(),
  roles: z.array(Role),
  ...reached,
  lastLogin: z.nullable(instant),
  lastActivity: z.nullable(instant),
  /** What he signs in with. */
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.nullable(z.string()),
  phoneMobile: z.nullable(z.string()),
})

export const userColumns = columns({
  fullName: { type: 'string', title: 'Name' },
  roles: { type: 'string', title: 'Roles' },
  isAdmin: { type: 'boolean', title: 'Admin' },
  email: { type: 'string', title: 'E-mail' },
  phoneMobile: { type: 'string', title: 'Mobile' },
  userSince: { type: 'date', title: 'Since' },
  userUntil: { type: 'date', title: 'Until' },
  lastLogin: { type: 'instant', title: 'Last login' },
  lastActivity: { type: 'instant', title: 'Last activity' },
})

export const getUsers = get('/api/club/GetUsers/:clubId', {
  summary: 'Who works in a club: today and from later on; with includeFormer, also who has left.',
  access: club('clubId'),
  input: { ...gridInput, includeFormer: z.optional(queryBoolean) },
  output: gridPage(ClubUser),
})

const roleIds = z
  .array(z.int().check(z.refine(given => givenRoles.includes(given), { error: 'Choose a role' })))
  .check(z.maxLength(20))

/** What is edited of someone who works in a club. */
export const userFields = {
  userSince: date,
  /** The last day; null: none is set. */
  userUntil: z.nullable(date),
  isAdmin: z.boolean(),
  roleIds,
  ...reachFields,
}

export const UserFields = z.object(userFields).check(
  z.refine(user => user.userUntil === null || user.userUntil >= user.userSince, {
    error: 'The last day is before the first',
    path: ['userUntil'],
  }),
)
export type UserFields = z.infer<typeof UserFields>

export const saveUser = post('/api/club/SaveUser/:id', {
  summary: "Saves someone's place in a club (clubUserId). The club keeps an admin, and the caller his own right.",
  access: [admin(clubUser('id')), admin(club('reachClubIds'))],
  input: { ...userFields, version: z.int() },
  output: z.object({ version: z.int() }),
})

export const removeUser = post('/api/club/RemoveUser/:id', {
  summary: 'Ends what someone may touch in a club (clubUserId) at once: yesterday becomes his last day.',
  access: admin(clubUser('id')),
  output: z.object({ version: z.int() }),
})

export const removeUserEverywhere = post('/api/club/RemoveUserEverywhere/:id', {
  summary:
    'Ends what someone of a club (clubUserId) may touch in every club that the caller is an admin of, at once, with the ' +
    'open invitations to their address. All of it, or none.',
  access: admin(clubUser('id')),
  output: z.object({
    clubs: z.array(z.string()),
    /** Clubs of the same tree in which they still work: another admin has to remove them there. */
    left: z.int(),
  }),
})

export const getViewersFromAbove = get('/api/club/GetViewersFromAbove/:clubId', {
  summary: 'Everyone who can see the club without working in it: through a club above, the nearest one.',
  access: admin(club('clubId')),
  output: z.array(
    z.object({
      /** The account. */
      userId: id,
      fullName: z.string(),
      clubName: z.string(),
      isAdmin: z.boolean(),
      /** Only the club's reports: no member, no class. */
      isFiguresOnly: z.boolean(),
      roles: z.array(z.string()),
    }),
  ),
})

/** An invitation to work in a club, while it is open. */
const Invitation = z.object({
  id,
  /** Both empty in an invitation from before they were asked for. */
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  roles: z.array(Role),
  ...reached,
  /** What they may do in the club, as sentences about them. */
  may: z.string(),
  /** Names of the classes that they're going to teach. */
  classes: z.array(z.string()),
  invitedBy: z.string(),
  /** When the message was sent last; null: it is about to be. */
  sentAt: z.nullable(instant),
  expiresAt: instant,
  isExpired: z.boolean(),
})

export const getInvitations = get('/api/club/GetInvitations/:clubId', {
  summary: 'The invitations to work in a club that nobody has answered or revoked, the newest first.',
  access: admin(club('clubId')),
  output: z.array(Invitation),
})

export const invitationFields = {
  firstName: personFields.firstName,
  lastName: personFields.lastName,
  email: z.email({ error: 'An e-mail address such as name@club.example' }).check(z.trim(), z.maxLength(254)),
  isAdmin: z.boolean(),
  roleIds,
  ...reachFields,
  /** Classes of the club that they teach from the start. */
  classIds: z.optional(z.array(id).check(z.maxLength(100))),
}
export const InvitationFields = z.object(invitationFields)

export const inviteUser = post('/api/club/InviteUser/:clubId', {
  summary: 'Invites an e-mail address to work in a club: a message goes there, and who answers it is in.',
  access: [admin(club('clubId')), admin(club('reachClubIds')), admin(klass('classIds'))],
  input: invitationFields,
  output: z.object({ id }),
})

export const resendInvitation = post('/api/club/ResendInvitation/:id', {
  summary: 'Sends an invitation again, with a new link, and lets it last from now.',
  access: admin(invitation('id')),
  output: z.object({ expiresAt: instant }),
})

export const revokeInvitation = post('/api/club/RevokeInvitation/:id', {
  summary: 'Takes an invitation back: its link ends.',
  access: admin(invitation('id')),
  output: z.object({ id }),
})
