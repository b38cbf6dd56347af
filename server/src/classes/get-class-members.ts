import { todayIn } from '@honbu/contract/calendar.ts'
import { type getClassMembers as call, rosterColumns } from '@honbu/contract/classes.ts'
import type { Input } from '@honbu/contract/endpoint.ts'
import { communication } from '@honbu/contract/ids.ts'
import { debtInfo } from '../ledger/index.ts'
import { gridQuery } from '../platform/grid.ts'
import { pounds } from '../platform/money.ts'
import { noteReader } from '../platform/readable-notes.ts'
import type { Read } from '../platform/route.ts'
import { gradingReadiness } from './grading-readiness.ts'
import { overPlanDate } from './over-plan.ts'
import { lastAttendance, type RosterRow, rosterQuery } from './roster-query.ts'
import { requireSession, type Session } from './session.ts'

export async function getClassMembers({ db, user, now }: Read, input: Input<typeof call>) {
  const { classId, classDate, includeEnquiries } = input
  const session = await requireSession(db, classId, classDate)
  const today = todayIn(session.timeZone, now)
  const { data, total } = await gridQuery(
    rosterQuery(db, session, { classDate, includeEnquiries, today, reader: noteReader(user) }),
    {
      columns: rosterColumns,
      expressions: {
        memberId: 'listed.member_id',
        firstName: 'person.first_name',
        lastName: 'person.last_name',
        memberStatusId: 'membership.member_status_id',
        gradePosition: 'grade.position',
        attended: 'listed.attended',
        dateAdded: 'listed.date_added',
        lastAttendance: lastAttendance(classDate),
        lastGrading: 'member_discipline.last_grading',
      },
      id: 'listed.member_id',
      sort: [
        { field: 'firstName', dir: 'asc' },
        { field: 'lastName', dir: 'asc' },
      ],
    },
    input,
  )
  return { data: data.map(row => memberClassRow(row, session, { classDate, today })), total }
}

/** The flags are rules of their own, fed by what the query counted. */
function memberClassRow(
  row: RosterRow,
  { requireTerms }: Session,
  { classDate, today }: { classDate: string; today: string },
) {
  const next =
    row.minimumAttendance === null
      ? null
      : { minimumAttendance: row.minimumAttendance, minimumMonths: row.minimumMonths ?? 0 }
  const since = row.lastGrading ?? row.studiedSince
  const grading = gradingReadiness(
    { attended: row.attendedSince, since: since ?? classDate, next: since ? next : null },
    classDate,
  )
  const planExceeded = overPlanDate(
    { perWeek: row.perWeek, perMonth: row.perMonth },
    row.recentDates,
    classDate,
    row.outsideDates,
  )
  return {
    memberId: row.memberId,
    firstName: row.firstName,
    lastName: row.lastName,
    code: row.code,
    photoUrl: row.photoUrl,
    memberStatusId: row.memberStatusId,
    expectedAs: expectedAs(row),
    bookingId: row.bookingId,
    attended: row.attended,
    hasAttended: row.lastAttendance !== null || row.hasEarlierHistory,
    dateAdded: row.dateAdded,
    lastAttendance: row.lastAttendance,
    lastGrading: row.lastGrading,
    belt: row.belt,
    gradePosition: row.gradePosition,
    gradingRequirementFlags: grading.flags,
    gradingProgress: grading.progress,
    allowPhoto: (row.communicationFlags & communication.photo) !== 0,
    requireTerms,
    hasTerms: row.hasTerms,
    outstandingFees: pounds(row.overduePence),
    debtInfo: debtInfo({ pence: row.overduePence, oldestDue: row.oldestDue, isDisputed: row.isDisputed }, today),
    overPlan: planExceeded !== null,
    overPlanDate: planExceeded,
    isFrozen: row.isFrozen,
    pinnedNotes: row.pinnedNotes,
    healthNotes: row.healthNotes,
    emergencyContacts: row.emergencyContacts,
  }
}

function expectedAs({ isEnrolled, isBooked }: RosterRow) {
  if (isEnrolled) return 'enrolled' as const
  return isBooked ? ('booked' as const) : ('visitor' as const)
}
