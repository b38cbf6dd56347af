import { memberStatus } from '@honbu/contract/ids.ts'
import type { RegisterRow } from './register-view.ts'

/** A row of a register with nothing to be said about it, but for what a test says. */
export function aRow(row: Partial<RegisterRow> = {}): RegisterRow {
  return {
    memberId: 1,
    firstName: 'Jane',
    lastName: 'Smith',
    code: '1042',
    photoUrl: null,
    memberStatusId: memberStatus.active,
    expectedAs: 'enrolled',
    bookingId: null,
    attended: null,
    hasAttended: true,
    dateAdded: '2025-01-10',
    lastAttendance: '2026-11-14',
    lastGrading: null,
    belt: null,
    gradePosition: null,
    gradingRequirementFlags: 0,
    gradingProgress: '',
    allowPhoto: true,
    requireTerms: false,
    hasTerms: false,
    outstandingFees: 0,
    debtInfo: '',
    overPlan: false,
    overPlanDate: null,
    isFrozen: false,
    pinnedNotes: 0,
    healthNotes: [],
    emergencyContacts: [],
    ...row,
  }
}
