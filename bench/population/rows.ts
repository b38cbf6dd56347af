import { classType, memberStatus, transactionCategory } from '@honbu/contract/ids.ts'
import { draw, pick } from './draw.ts'
import {
  benchDay,
  classesEach,
  classIdOf,
  clubIdsOf,
  dayOf,
  dayText,
  type Franchise,
  type Membership,
  membershipOf,
  months,
  regionOf,
  thisMonday,
  weekdayOf,
  weeks,
} from './franchise.ts'
import { ends, firstNames, lastNames } from './names.ts'

type Value = string | number | boolean | null
/** In the order of the columns. */
export type Row = readonly Value[]

/** A table with all the rows that a franchise has in it. */
export interface TableOfRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: (franchise: Franchise) => Iterable<Row>
}

const headOffice = 1
const monthly = 1102
const directDebit = 186

const table = (name: string, columns: string, rows: TableOfRows['rows']): TableOfRows => ({
  table: name,
  columns: columns.split(' '),
  rows,
})

/** One row or several a membership. */
const ofMemberships = (name: string, columns: string, rows: (membership: Membership) => Iterable<Row>) =>
  table(name, columns, function* (franchise) {
    for (let memberId = 1; memberId <= franchise.members; memberId++) yield* rows(membershipOf(franchise, memberId))
  })

const payingNow = ({ status }: Membership) => status === memberStatus.active || status === memberStatus.issue

/** In the order in which they are filled. */
export const tables: readonly TableOfRows[] = [
  table('club', 'id root_club_id parent_club_id code name', function* (franchise) {
    yield [headOffice, headOffice, null, 'HQ', 'Head office']
    for (let region = 2; region < franchise.firstClub; region++)
      yield [region, headOffice, headOffice, `R${region}`, `Region ${region}`]
    for (const id of clubIdsOf(franchise)) yield [id, headOffice, regionOf(franchise, id), `C${id}`, `Club ${id}`]
  }),
  table('training_plan', 'id club_id root_club_id name', () =>
    ['Junior once a week', 'Junior unlimited', 'Adult once a week', 'Adult unlimited', 'Family'].map((name, index) => [
      index + 1,
      headOffice,
      headOffice,
      name,
    ]),
  ),
  table('member_category', 'id club_id root_club_id name min_age max_age', () => [
    [1, headOffice, headOffice, 'Tigers', 4, 7],
    [2, headOffice, headOffice, 'Juniors', 8, 15],
    [3, headOffice, headOffice, 'Adults', 16, 49],
    [4, headOffice, headOffice, 'Seniors', 50, null],
  ]),
  table('discipline', 'id club_id root_club_id name', () => [[1, headOffice, headOffice, 'Karate']]),
  table('grade', 'id discipline_id root_club_id name position', () =>
    Array.from({ length: 12 }, (_, index) => [index + 1, 1, headOffice, `Grade ${index + 1}`, index + 1]),
  ),
  table(
    'class',
    'id club_id root_club_id class_name class_type_id primary_discipline_id start_date capacity',
    function* (franchise) {
      for (const clubId of clubIdsOf(franchise))
        for (let number = 0; number < classesEach; number++)
          yield [
            ...[classIdOf(clubId, number), clubId, headOffice, `Class ${number + 1}`],
            // A club that grades, or holds a seminar, on each evening would be none.
            ...[classType.class, 1, '2019-01-01', number % 4 === 0 ? null : 60],
          ]
    },
  ),
  table('class_timetable', 'class_id club_id weekday start_time finish_time valid_from', function* (franchise) {
    for (const clubId of clubIdsOf(franchise))
      for (let number = 0; number < classesEach; number++) {
        const hour = 16 + (Math.floor(number / 6) % 5)
        yield [
          ...[classIdOf(clubId, number), clubId, weekdayOf(number)],
          ...[`${hour}:00`, `${hour + 1}:00`, '2019-01-01'],
        ]
      }
  }),
  ofMemberships(
    'person',
    'id first_name last_name dob email phone_mob created_at',
    function* ({ memberId, age, cameOn }) {
      const first = pick(firstNames, draw(memberId, 11), 2)
      const last =
        pick(lastNames, draw(memberId, 12), 3) + (draw(memberId, 13) < 0.5 ? '' : pick(ends, draw(memberId, 14)))
      const number = Math.floor(draw(memberId, 15) * 900_000_000)
      yield [
        ...[memberId, first, last],
        number % 50 > 0 ? dayText(-Math.floor(age * 365.25)) : null,
        number % 10 > 1 ? `${first}.${last}${memberId}@mail.example`.toLowerCase().replaceAll(/[^\w.@]/g, '') : null,
        number % 10 > 0 ? `07${String(number).padStart(9, '0')}` : null,
        dayText(cameOn),
      ]
    },
  ),
  ofMemberships('member', 'id root_club_id person_id code created_at', function* ({ memberId, cameOn }) {
    yield [memberId, headOffice, memberId, `M${memberId}`, dayText(cameOn)]
  }),
  ofMemberships(
    'club_member',
    'id member_id club_id root_club_id member_status_id category_id training_plan_id sub_frequency_id sub_price_pence payment_method_id marketing_source_id member_since member_until date_added trial_start next_payment',
    function* (membership) {
      const { memberId, clubId, status, isMember, age, joinedOn, leftOn, cameOn, pence } = membership
      const pays = payingNow(membership)
      const category = [8, 16, 50].filter(from => age >= from).length + 1
      yield [
        ...[memberId, memberId, clubId, headOffice, status, isMember ? category : null],
        ...(isMember ? [age < 16 ? 1 + (memberId % 2) : 3 + (memberId % 2), monthly, pence] : [null, null, null]),
        ...[isMember ? directDebit : null, memberId % 4 > 0 ? 1201 + (memberId % 5) : null],
        ...[isMember ? dayText(joinedOn) : null, leftOn === null ? null : dayText(leftOn), dayText(cameOn)],
        ...[status === memberStatus.prospect ? dayText(Math.min(0, joinedOn - 10)) : null],
        pays ? dayText(nextPayDay(membership)) : null,
      ]
    },
  ),
  ofMemberships(
    'member_status_change',
    'club_member_id club_id root_club_id from_status_id to_status_id changed_on reason created_at',
    function* ({ memberId, clubId, status, isMember, cameOn, joinedOn, leftOn }) {
      const { enquiry, prospect, active, lapsed, issue } = memberStatus
      const change = (from: number | null, to: number, on: number, reason: string | null = null): Row => {
        const day = dayText(Math.min(on, 0))
        return [memberId, clubId, headOffice, from, to, day, reason, day]
      }
      yield change(null, enquiry, cameOn)
      if (isMember) {
        yield change(enquiry, prospect, joinedOn - 10)
        yield change(prospect, active, joinedOn)
        if (leftOn !== null) yield change(active, lapsed, leftOn, `Reason ${Math.floor(draw(memberId, 9) * 8)}`)
        if (status === issue) yield change(active, issue, -5)
      } else if (status !== enquiry) yield change(enquiry, status, joinedOn - 10)
    },
  ),
  ofMemberships(
    'member_discipline',
    'member_id root_club_id discipline_id current_grade_id studied_since',
    function* ({ memberId, isMember, joinedOn }) {
      if (isMember) yield [memberId, headOffice, 1, Math.min(12, 1 + Math.floor(-joinedOn / 300)), dayText(joinedOn)]
    },
  ),
  ofMemberships(
    'class_member',
    'class_id club_id root_club_id member_id date_added removed_on',
    function* ({ memberId, clubId, isMember, classes, joinedOn, leftOn }) {
      if (!isMember) return
      for (const number of classes)
        yield [
          ...[classIdOf(clubId, number), clubId, headOffice, memberId],
          ...[dayText(joinedOn), leftOn === null ? null : dayText(leftOn)],
        ]
    },
  ),
  ofMemberships(
    'booking',
    'class_id club_id root_club_id member_id booking_date created_at',
    function* ({ memberId, clubId, status, classes: [number = 0] }) {
      if (status !== memberStatus.prospect || draw(memberId, 10) > 0.1) return
      const day = thisMonday + weekdayOf(number) - 1
      yield [classIdOf(clubId, number), clubId, headOffice, memberId, dayText(day < 0 ? day + 7 : day), dayText(-3)]
    },
  ),
  table('attendance', 'class_id class_date club_id root_club_id member_id attended marked_at', marks),
  table(
    'charge',
    'id club_id root_club_id member_id amount_pence transaction_date due_on description category_id payment_method_id period_from period_until created_at',
    function* (franchise) {
      for (const { id, membership, due } of dues(franchise)) {
        const { clubId, memberId, pence } = membership
        const written = dayText(due - 5)
        yield [
          ...[id, clubId, headOffice, memberId, pence, written, dayText(due), 'Membership'],
          ...[transactionCategory.membership, directDebit, dayText(due), dayText(due + 27), written],
        ]
      }
    },
  ),
  table(
    'payment',
    'id club_id root_club_id member_id amount_pence payment_date payment_method_id created_at',
    function* (franchise) {
      for (const { id, membership, due } of dues(franchise))
        if (isPaid(id, due)) {
          const { clubId, memberId, pence } = membership
          yield [id, clubId, headOffice, memberId, pence, dayText(due + 2), directDebit, dayText(due + 2)]
        }
    },
  ),
  table('allocation', 'club_id member_id charge_id payment_id amount_pence created_at', function* (franchise) {
    for (const { id, membership, due } of dues(franchise))
      if (isPaid(id, due)) yield [membership.clubId, membership.memberId, id, id, membership.pence, dayText(due + 2)]
  }),
]

/** Week by week, class by class: as they were written. A class is marked by those enrolled in it then. */
function* marks(franchise: Franchise): Iterable<Row> {
  const enrolled = new Map<number, Membership[]>()
  for (let memberId = 1; memberId <= franchise.members; memberId++) {
    const membership = membershipOf(franchise, memberId)
    if (!membership.isMember || (membership.leftOn ?? 0) < thisMonday - 7 * weeks) continue
    for (const number of membership.classes) {
      const classId = classIdOf(membership.clubId, number)
      const those = enrolled.get(classId)
      if (those) those.push(membership)
      else enrolled.set(classId, [membership])
    }
  }
  for (let week = -weeks; week < 0; week++)
    for (const [classId, memberships] of enrolled) {
      const day = thisMonday + 7 * week + weekdayOf((classId - 1) % 100) - 1
      const date = dayText(day)
      for (const { memberId, clubId, joinedOn, leftOn } of memberships) {
        if (joinedOn > day || (leftOn !== null && leftOn <= day)) continue
        const luck = draw(memberId, 1000 + day + classId)
        if (luck < 0.97) yield [classId, date, clubId, headOffice, memberId, luck < 0.85, date]
      }
    }
}

interface Due {
  readonly id: number
  readonly membership: Membership
  readonly due: number
}

const [year = 0, month = 0] = benchDay.split('-').map(Number)

/** The first of the months from the earliest that is charged to the next one. */
const firsts = Array.from({ length: months + 1 }, (_, index) =>
  dayOf(new Date(Date.UTC(year, month - months + index, 1)).toISOString().slice(0, 10)),
)

/** The day of the month on which somebody pays, so many months after that of the day. */
const payDayIn = ({ payDay }: Membership, later: number) => (firsts[months - 1 + later] ?? 0) + payDay - 1

/** Nobody pays twice for the days that have been charged: see `dues`. */
const nextPayDay = (membership: Membership) => payDayIn(membership, payDayIn(membership, 0) > 0 ? 0 : 1)

/** Month by month what has fallen due, for whoever was a member then. */
function* dues(franchise: Franchise): Iterable<Due> {
  let id = 0
  for (let later = 1 - months; later <= 0; later++)
    for (let memberId = 1; memberId <= franchise.members; memberId++) {
      const membership = membershipOf(franchise, memberId)
      const due = payDayIn(membership, later)
      const { isMember, joinedOn, leftOn } = membership
      if (isMember && due <= 0 && joinedOn <= due && (leftOn === null || leftOn > due))
        yield { id: ++id, membership, due }
    }
}

/** One in twenty-five stays open. */
const isPaid = (chargeId: number, due: number) => draw(chargeId, 16) < 0.96 && due + 2 <= 0
