import type { saveClub } from '@honbu/contract/clubs.ts'
import type { Input } from '@honbu/contract/endpoint.ts'

/** A club as SaveClub takes it, right but for what a test changes. */
export const clubInput = (changes: Partial<Input<typeof saveClub>> = {}) => ({
  name: 'Dojo',
  code: 'DOJ',
  clubTypeId: 2,
  parentClubId: null,
  dateOpened: '2020-02-29',
  ownerId: null,
  adminId: null,
  instructorId: null,
  email: 'dojo@mail.example',
  phone: '0113 496 0100',
  timeZone: 'Europe/London',
  address: {
    line: '1 High Street',
    town: 'Leeds',
    postcode: 'ls9 4qb',
    gridEast: 0,
    gridNorth: 0,
    longitude: -1.5,
    latitude: 53.8,
  },
  ...changes,
})
