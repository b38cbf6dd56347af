import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/joining.ts'
import { findLikelyDuplicates } from '../members/index.ts'
import type { Read } from '../platform/route.ts'
import { membershipsOf } from './memberships-of.ts'

export async function findDuplicates({ db, user }: Read, { clubId, people }: Input<typeof call.findDuplicates>) {
  const { rootClubId } = await db
    .selectFrom('club')
    .select('root_club_id as rootClubId')
    .where('id', '=', clubId)
    .executeTakeFirstOrThrow()
  const found = await findLikelyDuplicates(
    db,
    rootClubId,
    people.map(person => ({ ...person, phones: [person.phoneMob, person.phoneDay, person.phoneEve] })),
  )
  const ids = found.flat().map(({ memberId }) => memberId)
  const memberships = await membershipsOf(db, ids, [...user.clubs.keys()])
  return found.map(duplicates =>
    duplicates.flatMap(({ personId: _, ...duplicate }) => {
      const membership = memberships.get(duplicate.memberId)
      if (!membership) return []
      const { clubName, memberStatusId, isOurs, photoUrl } = membership
      // Of a sister club's members no more is shown than it takes to ask there.
      const seen = isOurs ? { photoUrl } : { photoUrl: null, dob: null }
      return [{ ...duplicate, sameBy: [...duplicate.sameBy], clubName, memberStatusId, isOurs, ...seen }]
    }),
  )
}
