import { getRoomsAndVenues, locationColumns } from '@honbu/contract/locations.ts'
import { IconBuilding, IconDoor, IconPlus } from '@tabler/icons-react'
import { SetUpHint } from '../first-hour/SetUpHint.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { locationAddress, newLocationAddress } from './location-address.ts'

/** The rooms and venues of a club, in Club Admin. */
export function LocationsTab({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const create = isAdmin && (
    <AppLink to={newLocationAddress(clubId)} className={buttonClass('primary')}>
      <IconPlus size={18} aria-hidden="true" />
      New location
    </AppLink>
  )
  return (
    <DataGrid
      label="Rooms and venues"
      name="locations"
      call={getRoomsAndVenues}
      input={{ clubId }}
      columns={locationColumns}
      cells={{
        name: row => (
          <>
            {row.isRoom ? <IconDoor size={18} aria-hidden="true" /> : <IconBuilding size={18} aria-hidden="true" />}
            {row.name}
          </>
        ),
        classCount: row => (row.classCount === 0 ? '–' : row.classCount),
      }}
      hidden={['postcode']}
      rowKey={row => row.locationId}
      rowTo={row => locationAddress(clubId, row.locationId)}
      empty={
        <EmptyState
          icon={<IconDoor size={24} />}
          actions={<SetUpHint clubId={clubId} />}
          title="No rooms or venues yet"
        >
          {isAdmin
            ? 'Add the hall you train in: classes are then planned in it, and two at one time are pointed out.'
            : 'An admin of this club adds the rooms that classes are held in.'}
        </EmptyState>
      }
      actions={create}
    />
  )
}
