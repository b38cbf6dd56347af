import type { MemberDetails } from './panel-props.ts'

/** The member's clubs in which the signed-in user works. */
export const ourClubs = ({ memberships }: MemberDetails) => memberships.filter(({ isOurs }) => isOurs)
