import type { MemberDetails } from '../member-view/panel-props.ts'

/** The clubs in which the signed-in user can charge a member, as choices; the first is where it is done by default. */
export const moneyClubs = ({ memberships }: MemberDetails) =>
  memberships.filter(({ isOurs }) => isOurs).map(({ clubId, clubName }) => ({ value: clubId, text: clubName }))
