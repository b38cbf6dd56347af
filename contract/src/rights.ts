import { role } from './ids.ts'

/** What a role in a club can allow. Admins may do all of it. */
export const rights = [
  'takePayments',
  'giveCredit',
  'changePrices',
  'seeMoney',
  'seeHealth',
  'sendToMany',
  'export',
] as const
export type Right = (typeof rights)[number]

/** What only the owner may do; in a club that names no owner, its admins. */
export type OwnersRight = 'closeBooks'

export interface RoleRights {
  readonly rights: readonly Right[]
  /** The most that one credit or refund may be, in pence; null: no limit. */
  readonly creditLimit: number | null
}

/** The id that means “no role”. */
export const noRole = 0

const coach: RoleRights = { rights: ['seeHealth'], creditLimit: 0 }

/** What each role may do until a club changes it. */
export const roleDefaults: Readonly<Record<number, RoleRights>> = {
  [role.treasurer]: {
    rights: ['takePayments', 'giveCredit', 'changePrices', 'seeMoney', 'export'],
    creditLimit: null,
  },
  [role.headCoach]: { rights: ['takePayments', 'seeHealth', 'sendToMany', 'export'], creditLimit: 0 },
  [role.instructor]: coach,
  [role.assistant]: coach,
  [role.reception]: { rights: ['takePayments', 'giveCredit', 'seeHealth', 'export'], creditLimit: 5000 },
  [role.welfare]: coach,
  [noRole]: coach,
}

/** The roles that people are given. Owner and admin are not: the club names its owner, and admins have the right. */
export const givenRoles: readonly number[] = [
  ...[role.treasurer, role.headCoach, role.instructor, role.assistant, role.reception, role.welfare],
]

/** The roles whose rights a club can change, in the order in which they are shown. */
export const editableRoles: readonly number[] = [...givenRoles, noRole]

/** Puts together what several roles allow: the largest limit of those that may give credit counts. */
export function rightsTogether(roles: readonly RoleRights[]): RoleRights {
  const givers = roles.filter(each => each.rights.includes('giveCredit'))
  const limits = givers.map(each => each.creditLimit)
  return {
    rights: rights.filter(right => roles.some(each => each.rights.includes(right))),
    creditLimit: limits.includes(null) ? null : Math.max(0, ...limits.map(limit => limit ?? 0)),
  }
}
