import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import type { Clock } from './clock.ts'
import type { DemoClub } from './clubs.ts'
import { familyNames, type Gender, type Name, type NameSource } from './names.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'

/** Who trains in a family, and how often such a family walks in. */
const familyShapes = [
  [{ children: 1, parents: 0 }, 34],
  [{ children: 2, parents: 0 }, 20],
  [{ children: 3, parents: 0 }, 4],
  [{ children: 1, parents: 1 }, 9],
  [{ children: 2, parents: 1 }, 6],
  [{ children: 2, parents: 2 }, 2],
  [{ children: 0, parents: 1 }, 23],
  [{ children: 0, parents: 2 }, 2],
] as const

const shareWithTwoGuardians = 0.35
const shareWithAnotherSurname = 0.12

export interface DemoMember {
  readonly id: number
  readonly personId: number
  readonly club: DemoClub
  /** Families share fates: they join, lapse and go on holiday together. */
  readonly family: number
  readonly dob: string
  readonly age: number
}

/** People and members of every club, as families: siblings, parents who train too, guardians who only bring. */
export function addFamilies(rows: DemoRows, clubs: readonly DemoClub[], clock: Clock): DemoMember[] {
  const random = randomFor('families')
  const members: DemoMember[] = []
  let family = 0
  for (const club of clubs) {
    let places = club.members
    while (places > 0) {
      // Member 1 is the first one anybody looks at: a parent who trains beside two children.
      const shape = members.length === 0 ? { children: 2, parents: 1 } : random.weighted(familyShapes)
      const children = Math.min(shape.children, places)
      const parents = Math.min(shape.parents, places - children)
      family += 1
      addFamily({ rows, members, random, clock, club, family, children, parents })
      places -= children + parents
    }
  }
  return members
}

interface FamilyPlan {
  readonly rows: DemoRows
  readonly members: DemoMember[]
  readonly random: Random
  readonly clock: Clock
  readonly club: DemoClub
  readonly family: number
  readonly children: number
  readonly parents: number
}

function addFamily(plan: FamilyPlan): void {
  const { random, children, parents } = plan
  const names = familyNames(random)
  const home = address(plan)
  const guardians = children > 0 ? Math.max(parents, random.chance(shareWithTwoGuardians) ? 2 : 1) : parents
  const adults: { personId: number; gender: Gender }[] = []
  for (let index = 0; index < guardians; index++) {
    const gender = adults[0] ? other(adults[0].gender) : random.pick(['Female', 'Female', 'Male'] as const)
    const surname = index > 0 && random.chance(shareWithAnotherSurname) ? names.otherSurname() : names.surname
    const trains = index < parents
    const age =
      children > 0
        ? random.between(29, 52)
        : random.weighted([
            [random.between(18, 34), 6],
            [random.between(35, 54), 5],
            [random.between(55, 70), 1],
          ] as const)
    const dob = trains ? born(plan, age) : null
    const personId = addPerson(plan, { names, surname, gender, dob, contact: null, home })
    adults.push({ personId, gender })
    if (dob) addMember(plan, { personId, dob, age })
  }
  const childAges = siblingAges(random, children)
  for (const age of childAges) {
    const gender = random.pick(['Female', 'Male', 'Male'] as const)
    const dob = born(plan, age)
    const contact = plan.rows.person[(adults[0]?.personId ?? 0) - 1] ?? null
    const personId = addPerson(plan, { names, surname: names.surname, gender, dob, contact, home })
    const memberId = addMember(plan, { personId, dob, age })
    for (const [index, adult] of adults.entries()) {
      plan.rows.member_contact.push({
        member_id: memberId,
        person_id: adult.personId,
        relationship: relationship(adult.gender, index),
        is_guardian: true,
        is_emergency: index === 0,
        position: index + 1,
      })
    }
  }
}

const other = (gender: Gender): Gender => (gender === 'Female' ? 'Male' : 'Female')

function relationship(gender: Gender, index: number): string {
  if (gender === 'Female') return 'Mother'
  return index === 1 ? 'Stepfather' : 'Father'
}

/** The oldest first, at least a year apart, most of them of primary-school age. */
function siblingAges(random: Random, children: number): number[] {
  if (children === 0) return []
  const oldest = Math.min(
    17,
    Math.max(
      4 + 2 * (children - 1),
      random.weighted([
        [random.between(4, 6), 2],
        [random.between(7, 12), 6],
        [random.between(13, 17), 3],
      ] as const),
    ),
  )
  const ages = [oldest]
  while (ages.length < children) {
    const youngest = ages.at(-1) ?? oldest
    ages.push(Math.max(4, youngest - random.between(1, 3)))
  }
  return ages
}

/** Someone who is `age` today. */
const born = ({ random, clock }: FamilyPlan, age: number) =>
  addDays(addMonths(clock.today, -12 * age), -random.between(1, 360))

interface PersonPlan {
  readonly names: NameSource
  readonly surname: Name
  readonly gender: Gender
  readonly dob: string | null
  /** A child is reached through this adult. */
  readonly contact: { readonly email?: string | null; readonly phone_mob?: string | null } | null
  readonly home: { readonly address_line: string; readonly town: string; readonly postcode: string }
}

function addPerson({ rows, random, clock }: FamilyPlan, person: PersonPlan): number {
  const id = rows.person.length + 1
  const first = person.names.first(person.gender, person.contact !== null)
  rows.person.push({
    id,
    first_name: first.written,
    last_name: person.surname.written,
    // Not everyone says.
    gender: random.chance(0.03) ? '-' : person.gender,
    dob: person.dob,
    email: person.contact
      ? (person.contact.email ?? null)
      : `${first.latin}.${person.surname.latin}${random.between(2, 99)}@mail.example`,
    phone_mob: person.contact
      ? (person.contact.phone_mob ?? null)
      : `+447700900${String(random.between(0, 899)).padStart(3, '0')}`,
    ...person.home,
    // Replaced by the day of the first enquiry when the person turns out to be a member.
    created_at: at(clock.historyFrom, '09:00'),
  })
  return id
}

function addMember(
  { rows, members, club, family }: FamilyPlan,
  person: { personId: number; dob: string; age: number },
): number {
  const id = rows.member.length + 1
  rows.member.push({
    id,
    root_club_id: club.rootId,
    person_id: person.personId,
    code: String(1000 + id),
    belt_size: beltSize(id, person.age),
    created_at: '',
  })
  members.push({ id, club, family, ...person })
  return id
}

const streets = [
  'Albert Street',
  'Back Lane',
  'Beech Grove',
  'Bridge Street',
  'Castle Road',
  'Chapel Walk',
  'Church Close',
  'Cross Green',
  'Dale View',
  'Elm Avenue',
  'Fountain Street',
  'Grange Park',
  'Green Lane',
  'Hawthorn Drive',
  'High Street',
  'King’s Road',
  'Low Moor',
  'Market Place',
  'Mill Lane',
  'North Parade',
  'Oak Tree Rise',
  'Orchard Way',
  'Park Road',
  'Queen Street',
  'School Lane',
  'Springfield',
  'St John’s Terrace',
  'Victoria Avenue',
  'West End',
  'Wharf Side',
] as const
// The letters that inward postcodes use.
const inward = [...'ABDEFGHJLNPQRSTUWXYZ']

function address({ random, club }: FamilyPlan) {
  return {
    address_line: `${random.between(1, 140)} ${random.pick(streets)}`,
    town: club.town,
    postcode: `${club.area} ${random.between(1, 9)}${random.pick(inward)}${random.pick(inward)}`,
  }
}

/** By age, as children grow; of every fifth member nobody has asked yet. */
function beltSize(id: number, age: number): string {
  if (id % 5 === 0) return ''
  const child = [
    [6, '000'],
    [8, '00'],
    [10, '0'],
    [12, '1'],
    [14, '2'],
    [16, '3'],
  ] as const
  return child.find(([until]) => age < until)?.[1] ?? String(4 + (id % 3))
}
