import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { atRiskDays, clubFields, timeZone } from './club-fields.ts'
import { ask, get, id, post } from './endpoint.ts'
import { account, admin, club, orNew, staff, treeClub } from './guards.ts'

const ClubName = z.object({ id, name: z.string() })

const place = z.number()

export const Club = z.object({
  id,
  version: z.int(),
  code: z.string(),
  name: z.string(),
  clubTypeId: z.int(),
  parentClubId: z.nullable(id),
  parentClubName: z.nullable(z.string()),
  dateOpened: z.nullable(date),
  ownerId: z.nullable(id),
  ownerName: z.nullable(z.string()),
  adminId: z.nullable(id),
  adminName: z.nullable(z.string()),
  instructorId: z.nullable(id),
  instructorName: z.nullable(z.string()),
  /** Relative to the base address; empty: none. */
  logo: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  timeZone: z.string(),
  /** After how many days without attendance a member counts as at risk of leaving. */
  atRiskDays: z.int(),
  /** Whether it asks its admins, and those of all clubs below it, for two-factor sign-in. */
  adminsNeedTwoFactor: z.boolean(),
  /** Whether its admins, and those of all clubs below it, log in again twelve hours after they last did. */
  adminsLogInDaily: z.boolean(),
  /** Whether users, here and in all clubs below, give a password or passkey again before a file leaves. */
  filesNeedProof: z.boolean(),
  /** Whether certificates print the family name before the given names. */
  familyNameFirst: z.boolean(),
  /** The club above it that asks for it already; null: none does. */
  twoFactorAskedBy: z.nullable(z.string()),
  /** Why nothing can be changed in it; left out where it works. */
  stop: z.optional(
    z.object({
      kind: z.enum(['suspended', 'closed']),
      since: z.iso.datetime(),
      /** In the words of the operator; empty where it was closed. */
      reason: z.string(),
      /** The club above that is stopped; null: it is this one. */
      by: z.nullable(z.string()),
    }),
  ),
  address: z.object({
    line: z.nullable(z.string()),
    town: z.nullable(z.string()),
    postcode: z.nullable(z.string()),
    gridEast: place,
    gridNorth: place,
    longitude: place,
    latitude: place,
  }),
  /** Whether the signed-in user is an admin of it. */
  isAdmin: z.boolean(),
})

export const getClub = get('/api/club/GetClub/:id', {
  summary: 'One club. ownerId, adminId and instructorId are person ids.',
  access: club('id'),
  output: Club,
})

export const saveClub = post('/api/club/SaveClub/:id', {
  summary:
    'Saves a club; with id 0, makes one, whose owner and admin the caller becomes. Moving it under another club needs an admin of both, and takes its members along unless one of them has a membership outside. Name, code, time zone, email, phone and postal address stay as they were where they are left out; a new club then gets a code from its name.',
  access: [
    admin(orNew(club('id'))),
    treeClub('parentClubId'),
    staff('ownerId'),
    staff('adminId'),
    staff('instructorId'),
  ],
  input: {
    ...z.partial(z.object(clubFields), { name: true, code: true, email: true, phone: true, timeZone: true }).shape,
    address: z.optional(z.partial(clubFields.address, { line: true, town: true, postcode: true })),
    /** Of the record that was edited; none for a new club. */
    version: z.optional(z.int()),
  },
  output: z.object({ id, version: z.int() }),
})

export const saveClubLogo = post('/api/club/SaveClubLogo/:id', {
  summary: "Stores a club's logo, cut to a square of 512 × 512, or takes it away.",
  access: admin(club('id')),
  input: {
    /** A PNG, JPEG or WebP in base64, at most 700 KB of it; null: no logo. */
    image: z.nullable(z.string().check(z.maxLength(960_000, { error: 'The picture should have at most 700 KB.' }))),
  },
  output: z.object({ logo: z.string() }),
})

export const saveClubSettings = post('/api/club/SaveClubSettings/:id', {
  summary:
    'Saves how a club works: its time zone, when a member who stays away is at risk, whether its admins need two-factor sign-in, whether they log in again each day, and the order of names on certificates. Left out: as it was.',
  access: admin(club('id')),
  input: {
    version: z.int(),
    timeZone,
    atRiskDays: z.optional(atRiskDays),
    /** Only somebody who has signed in with two factors himself can begin to ask for it. */
    adminsNeedTwoFactor: z.optional(z.boolean()),
    adminsLogInDaily: z.optional(z.boolean()),
    filesNeedProof: z.optional(z.boolean()),
    familyNameFirst: z.optional(z.boolean()),
  },
  output: z.object({ version: z.int() }),
})

export const getParentClubList = get('/api/club/getParentClubList', {
  summary: 'The clubs that can be chosen as a parent: those in which the signed-in user is admin.',
  access: 'signedIn',
  output: z.array(ClubName),
})

export const getUserClubs = ask('/api/club/GetUserClubs/:id', {
  summary: 'The clubs, among those the caller may touch, in which a user of the club with this id works.',
  access: [club('id'), account('UserId')],
  input: { UserId: id },
  output: z.array(
    z.object({
      clubUserId: id,
      clubId: id,
      clubName: z.string(),
      isAdmin: z.boolean(),
      userSince: date,
      userUntil: z.nullable(date),
    }),
  ),
})

export const getUserRoles = ask('/api/club/GetUserRoles/:id', {
  summary: 'The roles of a user in the club with this id.',
  access: [club('id'), account('UserId')],
  input: { UserId: id },
  output: z.array(z.object({ id, name: z.string() })),
})
