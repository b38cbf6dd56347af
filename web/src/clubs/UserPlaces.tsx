import { getUserClubs, getUserRoles } from '@honbu/contract/clubs.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { editUsersAddress } from './club-address.ts'
import css from './UserPlaces.module.css'

type Place = Output<typeof getUserClubs>[number]

/** The reader’s clubs in which someone works, with their roles in each. */
export function UserPlaces({ clubId, userId }: { clubId: number; userId: number }) {
  const answer = useRead(getUserClubs, { id: clubId, UserId: userId })
  return (
    <Panel title="Clubs and roles">
      {answer.error && !answer.data && (
        <ErrorState title="We couldn’t load their clubs." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="2rem" />}
      <ul className={css.list}>
        {(answer.data ?? []).map(place => (
          <li key={place.clubUserId}>
            <PlaceRow place={place} userId={userId} isHere={place.clubId === clubId} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function PlaceRow({ place, userId, isHere }: { place: Place; userId: number; isHere: boolean }) {
  const { clubUserId, clubId, clubName, isAdmin, userSince, userUntil } = place
  const roles = useRead(getUserRoles, { id: clubId, UserId: userId })
  const names = [isAdmin && 'Admin', ...(roles.data ?? []).map(({ name }) => name)].filter(Boolean)
  return (
    <>
      {isHere ? (
        <strong>{clubName}</strong>
      ) : (
        <AppLink to={editUsersAddress(clubId)} search={{ user: String(clubUserId) }}>
          {clubName}
        </AppLink>
      )}
      <span>
        {roles.error && !roles.data ? 'We couldn’t load their roles.' : roles.data && (names.join(', ') || 'No role')}
      </span>
      <span className={css.days}>
        Since {mediumDate(userSince)}
        {userUntil && `, until ${mediumDate(userUntil)}`}
      </span>
    </>
  )
}
