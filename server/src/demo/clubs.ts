import { addMonths } from '@honbu/contract/calendar.ts'
import type { Clock } from './clock.ts'

/** What the demo says of a club. Ids are the positions in the list: the head office is club 1. */
interface ClubPlan {
  readonly code: string
  readonly name: string
  readonly town: string
  readonly street: string
  /** The outward postcode, of which members' postcodes are made too. */
  readonly area: string
  readonly longitude: number
  readonly latitude: number
  /** Members of the club, of 1,200 in all. */
  readonly members: number
  readonly monthsOpen: number
  readonly parentId: number | null
  /** In the ranges that the regulator keeps free for drama. */
  readonly phone: string
}

export interface DemoClub extends ClubPlan {
  readonly id: number
  readonly rootId: number
  readonly opened: string
}

const franchise = { parentId: 1 }

const plans: readonly ClubPlan[] = [
  {
    ...club('HQ', 'Shirokawa Martial Arts', 'Leeds', '12 Foundry Court', 'LS9', -1.527, 53.797),
    members: 48,
    monthsOpen: 214,
    parentId: null,
    phone: '01134960100',
  },
  {
    ...club('HGT', 'Shirokawa Harrogate', 'Harrogate', '3 Mowbray Mews', 'HG1', -1.538, 53.993),
    members: 190,
    monthsOpen: 161,
    ...franchise,
    phone: '01134960101',
  },
  {
    ...club('OTL', 'Shirokawa Otley', 'Otley', '27 Wharfe View', 'LS21', -1.694, 53.906),
    members: 175,
    monthsOpen: 133,
    ...franchise,
    phone: '01134960102',
  },
  {
    ...club('ILK', 'Shirokawa Ilkley', 'Ilkley', '8 Tarn Road', 'LS29', -1.824, 53.925),
    members: 170,
    monthsOpen: 118,
    ...franchise,
    phone: '01134960103',
  },
  {
    ...club('SKP', 'Shirokawa Skipton', 'Skipton', '41 Canal Yard', 'BD23', -2.018, 53.962),
    members: 165,
    monthsOpen: 96,
    ...franchise,
    phone: '01134960104',
  },
  {
    ...club('WTH', 'Shirokawa Wetherby', 'Wetherby', '5 Weir Lane', 'LS22', -1.386, 53.928),
    members: 160,
    monthsOpen: 71,
    ...franchise,
    phone: '01134960105',
  },
  // A young club: nobody there has been a member for long.
  {
    ...club('KNB', 'Shirokawa Knaresborough', 'Knaresborough', '19 Viaduct Street', 'HG5', -1.468, 54.009),
    members: 152,
    monthsOpen: 15,
    ...franchise,
    phone: '01134960106',
  },
  {
    ...club('OJC', 'Ouseburn Judo Club', 'Newcastle upon Tyne', '6 Lime Works', 'NE6', -1.589, 54.975),
    members: 140,
    monthsOpen: 187,
    parentId: null,
    phone: '01914980200',
  },
]

function club(
  code: string,
  name: string,
  town: string,
  street: string,
  area: string,
  longitude: number,
  latitude: number,
) {
  return { code, name, town, street, area, longitude, latitude }
}

export const demoClubs = (clock: Clock): DemoClub[] =>
  plans.map((plan, index) => ({
    ...plan,
    id: index + 1,
    rootId: plan.parentId ?? index + 1,
    opened: addMonths(clock.today, -plan.monthsOpen),
  }))

/** Location ids are 10 × club + 1, 2, 3. */
export const hall = (club: DemoClub) => 10 * club.id + 1
export const studio = (club: DemoClub) => 10 * club.id + 2
export const sportsHall = (club: DemoClub) => 10 * club.id + 3
