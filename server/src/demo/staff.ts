import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { role } from '@honbu/contract/ids.ts'
import type { Clock } from './clock.ts'
import type { DemoClub } from './clubs.ts'
import { randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'

export const demoPassword = 'take the register'

interface Worker {
  readonly personId: number
  readonly accountId: number
}

export interface Staff {
  readonly owner: Worker
  readonly admin: Worker
  readonly instructor: Worker
  /** Who teaches. */
  readonly instructors: readonly Worker[]
}

interface Post {
  readonly name: readonly [first: string, last: string]
  readonly gender: 'Female' | 'Male'
  readonly roles: readonly number[]
  readonly isAdmin?: boolean
  /** Signs in with `demoPassword`. Others have an account without a password and choose one by e-mail. */
  readonly email?: string
  readonly teaches?: boolean
  readonly hasLeft?: boolean
}

/** The first of a club is its owner, the second its admin, the third its chief instructor. */
const posts: readonly (readonly Post[])[] = [
  [
    {
      name: ['Keiko', 'Whitfield'],
      gender: 'Female',
      roles: [role.instructor],
      isAdmin: true,
      email: 'hq@demo.honbu.example',
      teaches: true,
    },
    { name: ['Marcus', 'Thwaite'], gender: 'Male', roles: [], isAdmin: true },
    { name: ['Hiroshi', 'Lang'], gender: 'Male', roles: [role.instructor], teaches: true },
    { name: ['Bev', 'Stott'], gender: 'Female', roles: [role.reception] },
  ],
  [
    { name: ['Graham', 'Ellwood'], gender: 'Male', roles: [], isAdmin: true },
    {
      name: ['Priya', 'Raman'],
      gender: 'Female',
      roles: [role.welfare],
      isAdmin: true,
      email: 'admin@demo.honbu.example',
      teaches: true,
    },
    {
      name: ['Callum', 'Brierley'],
      gender: 'Male',
      roles: [role.instructor],
      email: 'coach@demo.honbu.example',
      teaches: true,
    },
    { name: ['Jodie', 'Firth'], gender: 'Female', roles: [role.assistant], teaches: true },
    { name: ['Norman', 'Peel'], gender: 'Male', roles: [role.instructor], hasLeft: true },
  ],
  [
    { name: ['Stella', 'Okoro'], gender: 'Female', roles: [role.instructor], isAdmin: true, teaches: true },
    { name: ['Phil', 'Dewhirst'], gender: 'Male', roles: [], isAdmin: true },
    { name: ['Marta', 'Zając'], gender: 'Female', roles: [role.instructor], teaches: true },
  ],
  [
    { name: ['Deborah', 'Lister'], gender: 'Female', roles: [], isAdmin: true },
    { name: ['Owen', 'Pryce'], gender: 'Male', roles: [role.reception], isAdmin: true },
    { name: ['Kenji', 'Holt'], gender: 'Male', roles: [role.instructor], teaches: true },
    { name: ['Ruth', 'Abbey'], gender: 'Female', roles: [role.assistant], teaches: true },
  ],
  [
    {
      name: ['Tariq', 'Aziz-Moor'],
      gender: 'Male',
      roles: [role.instructor],
      isAdmin: true,
      teaches: true,
    },
    { name: ['Linda', 'Craven'], gender: 'Female', roles: [], isAdmin: true },
    { name: ['Sam', 'Airey'], gender: 'Male', roles: [role.instructor], teaches: true },
  ],
  [
    { name: ['Alan', 'Brockbank'], gender: 'Male', roles: [], isAdmin: true },
    { name: ['Nadine', 'Petrov'], gender: 'Female', roles: [], isAdmin: true },
    { name: ['Jo', "O'Hare"], gender: 'Female', roles: [role.instructor], teaches: true },
    { name: ['Lee', 'Tordoff'], gender: 'Male', roles: [role.assistant], teaches: true },
  ],
  [
    {
      name: ['Rosa', 'Castellano'],
      gender: 'Female',
      roles: [role.instructor],
      isAdmin: true,
      teaches: true,
    },
    { name: ['Dean', 'Hobson'], gender: 'Male', roles: [], isAdmin: true },
    { name: ['Yuki', 'Barr'], gender: 'Female', roles: [role.instructor], teaches: true },
  ],
  [
    {
      name: ['Malcolm', 'Reay'],
      gender: 'Male',
      roles: [role.instructor],
      isAdmin: true,
      email: 'other@demo.honbu.example',
      teaches: true,
    },
    { name: ['Sheila', 'Dodds'], gender: 'Female', roles: [], isAdmin: true },
    { name: ['Émile', 'Charlton'], gender: 'Male', roles: [role.instructor], teaches: true },
  ],
]

/** The staff of every club, by club id: person, account, and what they may do there. */
export function addStaff(
  rows: DemoRows,
  clubs: readonly DemoClub[],
  clock: Clock,
  passwordHash: string,
): Map<number, Staff> {
  const random = randomFor('staff')
  const staff = new Map<number, Staff>()
  for (const club of clubs) {
    const workers = (posts[club.id - 1] ?? []).map(post => ({ post, ...addWorker(post, club) }))
    const [owner, admin, instructor] = workers
    if (!owner || !admin || !instructor) throw new Error(`${club.name} needs an owner, an admin and an instructor`)
    staff.set(club.id, { owner, admin, instructor, instructors: workers.filter(({ post }) => post.teaches) })
  }
  return staff

  function addWorker(post: Post, club: DemoClub): Worker {
    const personId = rows.person.length + 1
    const accountId = rows.account.length + 1
    const since = addMonths(
      clock.today,
      -random.between(Math.min(14, club.monthsOpen - 1), Math.min(90, club.monthsOpen)),
    )
    const created = at(since, '10:00')
    const [firstName, lastName] = post.name
    const plain = `${firstName}.${lastName}`
      .toLowerCase()
      .normalize('NFD')
      .replace(/[^a-z.-]/g, '')
    const email = post.email ?? `${plain}@demo.honbu.example`
    rows.person.push({
      id: personId,
      first_name: firstName,
      last_name: lastName,
      gender: post.gender,
      dob: addDays(addMonths(clock.today, -12 * random.between(24, 61)), -random.between(0, 364)),
      email,
      // The last hundred of the drama range; members have the others.
      phone_mob: `+447700900${900 + personId}`,
      address_line: `${random.between(1, 90)} ${random.pick(['Chapel Lane', 'Station Road', 'Moorside', 'Mill Bank'])}`,
      town: club.town,
      postcode: `${club.area} ${random.between(1, 9)}${random.pick(['AB', 'DX', 'PE', 'TZ'])}`,
      created_at: created,
    })
    rows.account.push({
      id: accountId,
      sub: uuid(),
      person_id: personId,
      email,
      email_confirmed_at: created,
      password_hash: post.email ? passwordHash : null,
      created_at: created,
    })
    const clubUserId = rows.club_user.length + 1
    rows.club_user.push({
      id: clubUserId,
      club_id: club.id,
      account_id: accountId,
      user_since: since,
      user_until: post.hasLeft ? addDays(clock.today, -75) : null,
      is_admin: post.isAdmin ?? false,
      date_added: created,
    })
    for (const roleId of post.roles) rows.club_user_role.push({ club_user_id: clubUserId, role_id: roleId })
    return { personId, accountId }
  }

  /** A version 4 UUID, the same on every run. */
  function uuid(): string {
    const hex = Array.from({ length: 32 }, () => random.between(0, 15).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}
