import * as locations from '@honbu/contract/locations.ts'
import { serve } from '../platform/route.ts'
import { deleteLocation } from './delete-location.ts'
import { getLocation, getRoomsAndVenues, getVenues } from './get-locations.ts'
import { getLocationWeek } from './location-week.ts'
import { getRoomClashes } from './room-clashes.ts'
import { saveLocation } from './save-location.ts'

export const serveLocations = serve(locations, {
  getRoomsAndVenues,
  getLocation,
  getVenues,
  saveLocation,
  deleteLocation,
  getLocationWeek,
  getRoomClashes,
})

export { roomSessions } from './room-clashes.ts'
export { saveLocation } from './save-location.ts'
