import { clubType } from '@honbu/contract/ids.ts'
import { type DemoClub, hall, sportsHall, studio } from './clubs.ts'
import type { DemoRows } from './rows.ts'
import type { Staff } from './staff.ts'

/** The clubs and their rooms. */
export function addClubs(rows: DemoRows, clubs: readonly DemoClub[], staff: ReadonlyMap<number, Staff>): void {
  for (const club of clubs) {
    const people = staff.get(club.id)
    if (!people) throw new Error(`No staff for ${club.name}`)
    const postcode = `${club.area} 4QB`
    const isFranchise = club.rootId === 1
    rows.club.push({
      id: club.id,
      parent_club_id: club.parentId,
      root_club_id: club.rootId,
      code: club.code,
      is_demo: true,
      name: club.name,
      club_type_id: isFranchise ? clubType.franchise : clubType.standard,
      date_opened: club.opened,
      owner_id: people.owner.personId,
      admin_id: people.admin.personId,
      instructor_id: people.instructor.personId,
      email: `${club.code.toLowerCase()}@demo.honbu.example`,
      phone: club.phone,
      address_line: club.street,
      town: club.town,
      postcode,
      longitude: club.longitude,
      latitude: club.latitude,
    })
    rows.charging_setting.push({ club_id: club.id, is_nightly: true })
    const place = { club_id: club.id, address_line: club.street, postcode }
    rows.location.push(
      { ...place, id: hall(club), name: isFranchise ? 'Main dojo' : 'Mat hall', is_room: true, capacity: 36 },
      { ...place, id: studio(club), name: 'Studio', is_room: true, capacity: 20 },
      {
        ...place,
        id: sportsHall(club),
        name: `${club.town} Sports Hall`,
        is_room: false,
        capacity: 120,
        address_line: '1 Park Approach',
      },
    )
  }
}
