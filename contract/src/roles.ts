import * as z from 'zod/mini'
import { get, post } from './endpoint.ts'
import { admin, club } from './guards.ts'
import { rights } from './rights.ts'

const rightList = z
  .array(z.enum(rights))
  .check(z.refine(list => new Set(list).size === list.length, { error: 'Each right once' }))

/** The edited part of a role. */
export const RoleFields = z.object({
  rights: rightList,
  /** The most that one credit or refund may be, in pounds; null: no limit. */
  creditLimit: z.nullable(
    z.number({ error: 'An amount in pounds' }).check(
      z.gte(0, { error: 'Not below £0' }),
      z.lte(1_000_000, { error: 'At most £1,000,000' }),
      z.refine(pounds => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, { error: 'At most two decimals' }),
    ),
  ),
})

/** A role in a club, with what it allows. */
export const ClubRole = z.extend(RoleFields, {
  /** 0: those who have no role. */
  roleId: z.int(),
  name: z.string(),
  /** People who have the role now. */
  people: z.int(),
  /** The club hasn't changed what it allows. */
  isDefault: z.boolean(),
  /** 0 as long as it is the default. */
  version: z.int(),
})

export const getClubRoles = get('/api/club/GetClubRoles/:clubId', {
  summary: 'What each role allows in a club. An admin of the club may do everything, whatever the role.',
  access: admin(club('clubId')),
  output: z.array(ClubRole),
})

export const saveClubRole = post('/api/club/SaveClubRole/:clubId', {
  summary: 'Says what a role allows in a club, and in the clubs that people with the role open from there.',
  access: admin(club('clubId')),
  input: { roleId: z.int(), version: z.int().check(z.gte(0), z.lte(2_147_483_647)), ...RoleFields.shape },
  output: ClubRole,
})

export const resetClubRole = post('/api/club/ResetClubRole/:clubId', {
  summary: 'Lets a role allow again what it does by default.',
  access: admin(club('clubId')),
  input: { roleId: z.int() },
  output: ClubRole,
})
