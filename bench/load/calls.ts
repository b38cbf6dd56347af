import { memberStatus } from '@honbu/contract/ids.ts'
import { sql } from 'kysely'
import type { BenchDatabase } from '../database.ts'
import { clubAccounts, emailOfAccount, headOfficeEmail, password } from '../population/fill.ts'
import {
  classIdOf,
  dayText,
  type Franchise,
  type Membership,
  membershipOf,
  thisMonday,
  weekdayOf,
} from '../population/franchise.ts'
import type { BenchCall, BenchRequest } from './wire.ts'

/** So many clubs, or members of one each, are asked about in turn. */
const different = 20
/** Of each of these clubs so many members are marked. */
const markedEach = 10

interface ClubAccount {
  readonly sub: string
  readonly clubId: number
  /** Active, the first ones. */
  readonly members: readonly Membership[]
}

/**
 * What is measured: what a person waits for most often, by the admin of one club, of whom there are twenty, and by the head
 * office, whose clubs are all there are.
 */
export async function benchCalls({ db, franchise }: BenchDatabase): Promise<readonly BenchCall[]> {
  const { rows } = await sql<{ sub: string; clubId: number; email: string }>`
    select account.sub, club_user.club_id as "clubId", account.email::text
    from account join club_user on club_user.account_id = account.id`.execute(db)
  const accountOf = (email: string) => {
    const found = rows.find(row => row.email === email)
    if (!found) throw new Error(`there is no account ${email}`)
    return { ...found, members: activeOf(franchise, found.clubId) }
  }
  const headOffice = accountOf(headOfficeEmail).sub
  const clubs: readonly ClubAccount[] = Array.from({ length: different }, (_, index) =>
    accountOf(emailOfAccount(Math.floor((index * clubAccounts) / different))),
  )

  const each = (name: string, request: (club: ClubAccount) => Omit<BenchRequest, 'sub'>): BenchCall => ({
    name,
    requests: clubs.map(club => ({ ...request(club), sub: club.sub })),
  })
  const ofMember = (name: string, call: string) =>
    each(name, ({ members: [first] }) => get(`/api/member/${call}/${first?.memberId}`))
  const all = (name: string, ...requests: readonly Omit<BenchRequest, 'sub'>[]): BenchCall => ({
    name,
    requests: requests.map(request => ({ ...request, sub: headOffice })),
  })
  const texts = ['smi', 'ann jo', 'wil', 'M1234', 'patel', 'o'] as const

  return [
    {
      name: 'sign-in',
      checksPassword: true,
      requests: Array.from({ length: clubAccounts }, (_, number) => signIn(number)),
    },
    each('dashboard, club', ({ clubId }) => get(`/api/club/GetDashboard?clubId=${clubId}`)),
    all('dashboard, head office', get('/api/club/GetDashboard')),
    each('dashboard figures, club', ({ clubId }) => get(`/api/club/GetDashboardFigures?clubId=${clubId}`)),
    all('dashboard figures, head office', get('/api/club/GetDashboardFigures')),
    each('directory, club', ({ clubId }) => post('/api/member/search', { clubIds: [clubId], ...page })),
    all('directory, head office', post('/api/member/search', page)),
    each('lookup, club', ({ clubId }) => get(lookup(texts[clubId % texts.length]))),
    all('lookup, head office', ...texts.map(text => get(lookup(text)))),
    ofMember('member: details', 'GetDetails'),
    ofMember('member: timeline', 'GetTimeline'),
    ofMember('member: attendance of a year', 'GetAttendanceYear'),
    ofMember('member: classes', 'GetClasses'),
    ofMember('member: membership', 'getMembership'),
    ofMember('member: disciplines', 'GetDisciplines'),
    ofMember('member: notes', 'GetNotes'),
    ofMember('member: account', 'GetTransactions'),
    each('schedule of a week', ({ clubId }) => get(`/api/club/GetClubSchedule/${clubId}`)),
    each('classes', ({ clubId }) => post(`/api/club/GetClassesAndEvents/${clubId}`, { page: 1, pageSize: 50 })),
    each('register', ({ clubId, members: [first] }) => {
      const { classId, classDate } = lastClassOf(clubId, first)
      return post(`/api/club/GetClassMembers/${classId}`, { classDate, includeEnquiries: false, pageSize: 500 })
    }),
    {
      name: 'attendance save',
      // Each mark is changed once it has been made, so that each request changes something.
      requests: [true, false].flatMap(attended =>
        clubs.flatMap(({ sub, clubId, members }) =>
          members.slice(0, markedEach).map(member => ({
            ...post(`/api/member/SaveAttendance/${member.memberId}`, { ...lastClassOf(clubId, member), attended }),
            sub,
          })),
        ),
      ),
    },
    each('report: management, club', ({ clubId }) =>
      post('/api/reporting/GetReport', { tab: 'management', clubIds: [clubId] }),
    ),
    each('report: debt, club', ({ clubId }) => post('/api/reporting/GetReport', { tab: 'debt', clubIds: [clubId] })),
    all('report: management, head office', post('/api/reporting/GetReport', { tab: 'management' })),
    all('report: attendance, head office', post('/api/reporting/GetReport', { tab: 'attendance' })),
    all('report: finance, head office', post('/api/reporting/GetReport', { tab: 'finance' })),
  ]
}

const page = { page: 1, pageSize: 50, sort: 'lastName-asc', filter: `memberStatusId~eq~${memberStatus.active}` }

const lookup = (text = '') => `/api/member/basicSearch?filter=${encodeURIComponent(text)}`
const get = (path: string) => ({ method: 'GET', path }) as const
const post = (path: string, body: object) => ({ method: 'POST', path, body: JSON.stringify(body) }) as const

/** The password sent from the sign-in page; each from an address of its own. */
const signIn = (number: number): BenchRequest => ({
  method: 'POST',
  path: '/Identity/Account/Login',
  headers: {
    origin: 'http://localhost',
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': `192.0.2.${number + 1}`,
  },
  body: new URLSearchParams({ email: emailOfAccount(number), password }).toString(),
})

function activeOf(franchise: Franchise, clubId: number): Membership[] {
  const { clubs, firstClub, members } = franchise
  const found: Membership[] = []
  // The members of a club are one of each round, and have trained for some time.
  for (let id = clubId - firstClub; id <= members && found.length < markedEach; id += clubs) {
    const membership = membershipOf(franchise, Math.max(id, 1))
    const { status, joinedOn } = membership
    if (membership.clubId === clubId && status === memberStatus.active && joinedOn < -400) found.push(membership)
  }
  return found
}

/** The last session of somebody's first class, in the week before. */
function lastClassOf(clubId: number, member: Membership | undefined) {
  const number = member?.classes[0] ?? 0
  return { classId: classIdOf(clubId, number), classDate: dayText(thisMonday - 7 + weekdayOf(number) - 1) }
}
