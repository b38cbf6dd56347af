import { addDays, addMonths, daysBetween, monthsBetween } from '@honbu/contract/calendar.ts'
import { classType, memberStatus } from '@honbu/contract/ids.ts'
import type { Attended } from './attendance.ts'
import type { DemoClass } from './classes.ts'
import { type Clock, earlier, isOver } from './clock.ts'
import type { DemoGrade } from './disciplines.ts'
import type { Membership } from './memberships.ts'
import { randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'
import type { Training } from './training.ts'

/** Of those who are ready: who enters, and of those who enter: who passes. */
const shareWhoEnter = 0.88
const shareWhoPass = 0.94
/** Classes a week, assumed for the time of which there are no registers. */
const earlierClassesAWeek = 1.1

/**
 * The gradings of every member, in order: results, the grade he has now, and who is a candidate for the next grading.
 * Answers the memberships that are candidates.
 */
export function addGradings(
  rows: DemoRows,
  trainings: readonly Training[],
  classes: readonly DemoClass[],
  attended: Attended,
  clock: Clock,
): Set<number> {
  const candidates = new Set<number>()
  const gradings = classes.filter(({ typeId }) => typeId === classType.grading)
  const isTonight = ({ occurrences }: DemoClass) => occurrences.some(({ date }) => date === clock.today)
  for (const training of trainings) {
    // A second membership is of someone who is graded in his own club.
    if (training.membership.member.club.id !== training.membership.club.id || training.enrolments.length === 0) continue
    const ofClub = gradings.filter(({ club }) => club.id === training.membership.club.id)
    const regular = ofClub.filter(grading => !isTonight(grading))
    const isCandidate = gradeOne(rows, training, regular, attended, clock)
    if (isCandidate) candidates.add(training.membership.id)
    // Of the candidates for the next grading some come tonight already, and a few who are not ready.
    const tonight = ofClub.find(isTonight)
    const comes = training.membership.member.id % (isCandidate ? 3 : 17) === 0
    if (tonight && comes && trains(training.membership, clock.today))
      enter(rows, training.membership, tonight, clock.today)
  }
  return candidates
}

function enter(rows: DemoRows, { member, club }: Membership, { id }: DemoClass, on: string): void {
  rows.class_member.push({
    class_id: id,
    club_id: club.id,
    root_club_id: club.rootId,
    member_id: member.id,
    date_added: on,
  })
}

/** A date on which there was, or will be, a grading; its class when it is within the history. */
interface Grading {
  readonly date: string
  readonly demoClass: DemoClass | null
}

function gradeOne(
  rows: DemoRows,
  { membership, discipline }: Training,
  ofClub: readonly DemoClass[],
  attended: Attended,
  clock: Clock,
): boolean {
  const { member, club, joined, trialStart } = membership
  const studiedSince = trialStart ?? joined
  if (!studiedSince) return false
  const random = randomFor(`gradings ${member.id}`)
  const dates = attended.counted(member.id, discipline.id)
  let place = 0
  let last: string | null = null
  let isCandidate = false
  for (const { date, demoClass } of gradingsFrom(studiedSince, ofClub)) {
    const next = discipline.grades[place + 1]
    const current = discipline.grades[place]
    if (!next || !current || !trains(membership, date)) continue
    const isNext = demoClass !== null && !isOver(clock, date, demoClass.occurrences[0]?.finish ?? '')
    const enters = random.chance(shareWhoEnter)
    const passed = random.chance(shareWhoPass)
    if (!enters || !isReady(next, last ?? studiedSince, isNext ? clock.today : date)) continue
    if (demoClass) enter(rows, membership, demoClass, enteredOn(date))
    if (isNext) {
      isCandidate = true
      continue
    }
    addResult(current, next, date, demoClass, passed)
    if (!passed) continue
    place += 1
    last = date
  }
  rows.member_discipline.push({
    member_id: member.id,
    root_club_id: club.rootId,
    discipline_id: discipline.id,
    current_grade_id: discipline.grades[place]?.id ?? null,
    last_grading: last,
    studied_since: studiedSince,
  })
  return isCandidate

  /** As the product judges it: counted classes and whole months since the last grading. */
  function isReady(next: DemoGrade, since: string, on: string): boolean {
    return countedUntil(since, on) >= next.classes && monthsBetween(since, on) >= next.months
  }

  function countedUntil(since: string, on: string): number {
    const known = dates.filter(date => date > since && date <= on).length
    const unseenUntil = on < clock.historyFrom ? on : clock.historyFrom
    const unseen = since < unseenUntil ? Math.floor((daysBetween(since, unseenUntil) / 7) * earlierClassesAWeek) : 0
    return known + unseen
  }

  function enteredOn(date: string): string {
    return earlier(addDays(date, -14), clock.today)
  }

  function addResult(from: DemoGrade, to: DemoGrade, date: string, demoClass: DemoClass | null, passed: boolean): void {
    const since = last ?? studiedSince ?? date
    const examiner = (demoClass ?? ofClub[0])?.instructors[0]?.accountId ?? null
    const finish = demoClass?.occurrences[0]?.finish ?? '16:00'
    rows.grading_result.push({
      club_id: club.id,
      root_club_id: club.rootId,
      member_id: member.id,
      discipline_id: discipline.id,
      class_id: demoClass?.id ?? null,
      from_grade_id: from.id,
      grade_id: to.id,
      graded_on: date,
      passed,
      progress: `${countedUntil(since, date)} of ${to.classes} classes, ${monthsBetween(since, date)} of ${to.months} months`,
      requirement_flags: 3,
      last_grading_before: last,
      account_id: examiner,
      created_at: at(date, finish),
    })
    if (!demoClass) return
    rows.attendance.push({
      club_id: club.id,
      root_club_id: club.rootId,
      class_id: demoClass.id,
      class_date: date,
      member_id: member.id,
      attended: true,
      marked_by: examiner,
      marked_at: at(date, finish),
    })
  }
}

/** The gradings of the club after a day: the known classes, and before them one every three months. */
function gradingsFrom(since: string, ofClub: readonly DemoClass[]): Grading[] {
  const known = ofClub.flatMap(demoClass => demoClass.occurrences.map(({ date }) => ({ date, demoClass })))
  const first = known[0]?.date
  if (!first) return []
  const earlier: Grading[] = []
  for (let date = addDays(first, -91); date > since; date = addDays(date, -91)) earlier.push({ date, demoClass: null })
  return [...earlier.reverse(), ...known.filter(({ date }) => date > since)]
}

/** Is he a training member on that day? Prospects and those away are not graded. */
function trains({ joined, lapsed, away, status }: Membership, date: string): boolean {
  if (!joined || date < addMonths(joined, 1) || status === memberStatus.issue) return false
  if (lapsed && date >= addDays(lapsed, -40)) return false
  return !away || date < away.from || date >= away.until
}
