import { sql } from 'kysely'

export interface MemberInClub {
  readonly clubId: number
  readonly memberId: number
}

export const placeKey = ({ clubId, memberId }: MemberInClub) => `${clubId} ${memberId}`

/** Members and their clubs as a table `place` of club_id and member_id. */
export const placesTable = (places: readonly MemberInClub[]) => sql`
  unnest(${places.map(({ clubId }) => clubId)}::bigint[], ${places.map(({ memberId }) => memberId)}::bigint[])
    place (club_id, member_id)`
