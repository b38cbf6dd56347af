import { getClub } from '@honbu/contract/clubs.ts'
import { getLocation } from '@honbu/contract/locations.ts'
import { IconPencil } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { SkeletonTitle } from '../ui/SkeletonTitle.tsx'
import css from './LocationView.module.css'
import { LocationWeek } from './LocationWeek.tsx'
import { editLocationAddress, locationAddress, locationsAddress } from './location-address.ts'

/** A room or venue: what it is, and a week of what happens there. */
export function LocationView() {
  const { params } = useAddress()
  const [clubId, id] = [idOf(params.clubId), idOf(params.id)]
  const answer = useRead(getLocation, { id })
  const club = useRead(getClub, { id: clubId })
  const location = answer.data
  return (
    <Screen>
      <PageHeader
        title={location?.name ?? <SkeletonTitle error={answer.error}>Location</SkeletonTitle>}
        crumbs={[
          { text: club.data?.name ?? 'Club', to: `/clubadmin/${clubId}/club-schedule` },
          { text: 'Locations', to: locationsAddress(clubId) },
        ]}
        hasActionLine
        actions={
          club.data?.isAdmin && (
            <AppLink to={editLocationAddress(clubId, id)} className={buttonClass('secondary')}>
              <IconPencil size={18} aria-hidden="true" />
              Edit
            </AppLink>
          )
        }
      />
      {answer.error && (
        <ErrorState
          title="The location could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={4} height="40px" />}
      {location && (
        <Panel title={location.isRoom ? 'Room' : 'Venue'}>
          <Facts
            facts={[
              ['Capacity', location.capacity],
              [
                'In venue',
                location.venueId && (
                  <AppLink to={locationAddress(clubId, location.venueId)}>{location.venueName}</AppLink>
                ),
              ],
              ['Address', [location.addressLine, location.town, location.postcode].filter(Boolean).join(', ')],
              ['Notes', location.notes],
              [
                'Rooms',
                location.rooms.length > 0 && (
                  <ul className={css.rooms}>
                    {location.rooms.map(room => (
                      <li key={room.locationId}>
                        <AppLink to={locationAddress(clubId, room.locationId)}>{room.name}</AppLink>
                        {room.capacity !== null && ` (${room.capacity})`}
                      </li>
                    ))}
                  </ul>
                ),
              ],
            ]}
          />
        </Panel>
      )}
      {location && <LocationWeek locationId={id} />}
    </Screen>
  )
}
