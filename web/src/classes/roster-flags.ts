import { currency, mediumDate } from '@honbu/contract/format.ts'
import { gradingRequirement } from '@honbu/contract/ids.ts'
import type { Tone } from '../ui/Badge.tsx'
import type { RegisterRow } from './register-view.ts'

export type FlagKind =
  | 'health'
  | 'notes'
  | 'firstTime'
  | 'noHistory'
  | 'visitor'
  | 'booked'
  | 'fees'
  | 'overPlan'
  | 'terms'
  | 'photo'
  | 'frozen'
  | 'grading'

export interface Flag {
  readonly kind: FlagKind
  readonly tone: Tone
  /** On the row. */
  readonly word: string
  /** When the row is opened, or the flag pointed at. */
  readonly why: string
  /** Of a grading: how far, e.g. '18 of 24 classes, 2 of 3 months'. */
  readonly progress?: string
}

/** What an instructor should know about a member of the register: in the same order on every row. */
export function rosterFlags(row: RegisterRow): Flag[] {
  const flags: (Flag | null)[] = [
    healthFlag(row),
    otherNotes(row) > 0 ? flag('notes', 'warn', notesWord(otherNotes(row)), 'Pinned to the member.') : null,
    row.isFrozen ? flag('frozen', 'warn', 'Frozen', 'The membership is frozen on this date.') : null,
    row.hasAttended ? null : flag('firstTime', 'accent', 'First time', 'Has not attended any class before this date.'),
    row.hasAttended && row.lastAttendance === null
      ? flag('noHistory', 'plain', 'No history here yet', 'Trained before they were imported.')
      : null,
    row.expectedAs === 'visitor' ? flag('visitor', 'accent', 'Visitor', 'Is not enrolled in this class.') : null,
    row.bookingId === null ? null : flag('booked', 'accent', 'Booked', 'Has a booking for this date.'),
    row.outstandingFees > 0
      ? flag('fees', 'bad', `${currency(row.outstandingFees)} due`, row.debtInfo || 'Fees are outstanding.')
      : null,
    row.overPlan ? flag('overPlan', 'warn', 'Over plan', overPlanText(row.overPlanDate)) : null,
    row.requireTerms && !row.hasTerms
      ? flag('terms', 'warn', 'Terms missing', 'The terms of the club have not been accepted yet.')
      : null,
    row.allowPhoto ? null : flag('photo', 'neutral', 'No photos', 'No consent to be photographed.'),
    gradingFlag(row),
  ]
  return flags.filter(each => each !== null)
}

function healthFlag({ healthNotes }: RegisterRow): Flag | null {
  const subjects = healthNotes.map(({ subject }) => subject).join(', ')
  return subjects === '' ? null : flag('health', 'bad', `Health: ${subjects}`, 'Pinned to the member.')
}

const otherNotes = ({ pinnedNotes, healthNotes }: RegisterRow) => pinnedNotes - healthNotes.length

function gradingFlag({ gradingRequirementFlags, gradingProgress }: RegisterRow): Flag | null {
  const both = gradingRequirement.experience | gradingRequirement.attendance
  if (gradingRequirementFlags === both)
    return flag('grading', 'good', 'Ready to grade', gradingProgress || 'Attendance and experience are met.')
  // No progress to tell: there is no next grade.
  if (gradingProgress === '') return null
  const words: Readonly<Record<number, string>> = {
    [gradingRequirement.experience]: 'Needs attendance',
    [gradingRequirement.attendance]: 'Needs experience',
  }
  const word = words[gradingRequirementFlags] ?? 'Not ready'
  return { ...flag('grading', 'plain', word, `For the next grade: ${gradingProgress}.`), progress: gradingProgress }
}

const notesWord = (count: number) => (count === 1 ? 'Note' : `${count} notes`)

const overPlanText = (date: string | null) =>
  date ? `Has attended more than the plan allows since ${mediumDate(date)}.` : 'Has attended more than the plan allows.'

const flag = (kind: FlagKind, tone: Tone, word: string, why: string): Flag => ({ kind, tone, word, why })
