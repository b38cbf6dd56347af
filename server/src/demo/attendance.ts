import { addDays, addMonths } from '@honbu/contract/calendar.ts'
import { classType, memberStatus } from '@honbu/contract/ids.ts'
import type { DemoClass } from './classes.ts'
import { type Clock, isOver } from './clock.ts'
import type { Membership } from './memberships.ts'
import type { Occurrence } from './planned-classes.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'
import { suits, type Training } from './training.ts'

/** How often someone comes, of 100 classes: drawn once for a member. */
const rateFrom = 68
const rateTo = 97
const dropInRate = 0.3
/** How full the mats are from January to December. */
const season = [1.02, 1, 1, 0.97, 0.97, 0.95, 0.9, 0.82, 1.02, 1, 1, 0.92]
/** Active members who have silently stopped: someone should ring them. */
const shareAtRisk = 0.05
/** Of those whose plan limits them: who now and then comes to another class as well. */
const shareOfVisitors = 0.3
const visitsEach = 4
/** Before this, registers held only who came. */
const monthsWithAbsences = 6

/** Who came when, for what is counted from it. */
export interface Attended {
  /** The dates, in order, of counted classes of a discipline: what a grading asks for. */
  readonly counted: (memberId: number, disciplineId: number) => readonly string[]
}

/** Every register of the last eighteen months. Of today, only the classes that are over are marked. */
export function addAttendance(
  rows: DemoRows,
  trainings: readonly Training[],
  classes: readonly DemoClass[],
  clock: Clock,
): Attended {
  const marked = new Set<string>()
  const counted = new Map<string, string[]>()
  const absencesFrom = addMonths(clock.today, -monthsWithAbsences)
  const held = new Map(
    classes.map(demoClass => [
      demoClass.id,
      demoClass.occurrences.filter(({ date, finish }) => isOver(clock, date, finish)),
    ]),
  )

  for (const training of trainings) {
    const { membership, enrolments, booked } = training
    const random = randomFor(`attendance ${membership.id}`)
    const comes = habits(random, membership, clock)
    // Who only asked is pencilled in for a class, but nobody waits for him on the mat.
    const expected = membership.status === memberStatus.enquiry ? [] : enrolments
    for (const { demoClass, from, until } of expected) {
      const isDropIn = demoClass.weekly?.isDropIn ?? false
      for (const occurrence of held.get(demoClass.id) ?? []) {
        const { date } = occurrence
        if (date < from || (until !== null && date >= until)) continue
        const attended = comes(date, isDropIn)
        if (attended || (date >= absencesFrom && (!isDropIn || date === clock.today)))
          mark(demoClass, occurrence, membership, attended)
      }
    }
    for (const { demoClass, date } of booked) {
      const occurrence = held.get(demoClass.id)?.find(other => other.date === date)
      if (occurrence) mark(demoClass, occurrence, membership, random.chance(0.85))
    }
    addVisits(random, training)
  }
  addSeminars()
  rows.attendance.sort(
    (a, b) => order(a.class_date, b.class_date) || a.class_id - b.class_id || a.member_id - b.member_id,
  )
  for (const dates of counted.values()) dates.sort()
  return { counted: (memberId, disciplineId) => counted.get(`${memberId} ${disciplineId}`) ?? [] }

  function mark(demoClass: DemoClass, { date, finish }: Occurrence, { member }: Membership, attended: boolean): void {
    const key = `${demoClass.id} ${date} ${member.id}`
    if (marked.has(key)) return
    marked.add(key)
    rows.attendance.push({
      club_id: demoClass.club.id,
      root_club_id: demoClass.club.rootId,
      class_id: demoClass.id,
      class_date: date,
      member_id: member.id,
      attended,
      marked_by: demoClass.instructors[0]?.accountId ?? null,
      marked_at: at(date, finish),
    })
    if (!attended || !demoClass.countsForGrading) return
    const name = `${member.id} ${demoClass.disciplineId}`
    const dates = counted.get(name)
    if (dates) dates.push(date)
    else counted.set(name, [date])
  }

  /** Someone with one or two classes a week looks into another one, most often lately: that is over the plan. */
  function addVisits(random: Random, { membership, discipline, plan, enrolments }: Training): void {
    const { status, joined, away, club } = membership
    if (!plan?.classesPerWeek || status !== memberStatus.active || !joined || away || !random.chance(shareOfVisitors))
      return
    const enrolled = new Set(enrolments.map(({ demoClass }) => demoClass.id))
    const others = classes.filter(
      demoClass =>
        demoClass.club.id === club.id &&
        !enrolled.has(demoClass.id) &&
        suits(demoClass, membership, discipline, clock.today),
    )
    for (let visit = 0; visit < visitsEach && others.length > 0; visit++) {
      const demoClass = random.pick(others)
      const from = random.chance(0.5) ? clock.monday : addDays(clock.today, -90)
      const possible = (held.get(demoClass.id) ?? []).filter(({ date }) => date >= from && date >= joined)
      if (possible.length > 0) mark(demoClass, random.pick(possible), membership, true)
    }
  }

  /** Members of all clubs come to the seminar at the head office, without being enrolled. */
  function addSeminars(): void {
    const random = randomFor('seminars')
    for (const demoClass of classes.filter(({ typeId }) => typeId === classType.seminar)) {
      for (const occurrence of held.get(demoClass.id) ?? []) {
        const { date } = occurrence
        for (const { membership, discipline } of trainings) {
          const { joined, lapsed, away, status, club } = membership
          const isMember =
            club.rootId === 1 &&
            joined !== null &&
            joined < addDays(date, -120) &&
            !away &&
            (lapsed === null || lapsed > date)
          if (
            isMember &&
            discipline.id === demoClass.disciplineId &&
            status === memberStatus.active &&
            random.chance(0.1)
          ) {
            mark(demoClass, occurrence, membership, true)
          }
        }
      }
    }
  }
}

/** Whether a member comes on a date: by habit, season and holidays, and no longer once he has silently stopped. */
function habits(
  random: Random,
  { member, status, lapsed, trialStart, joined }: Membership,
  clock: Clock,
): (date: string, isDropIn: boolean) => boolean {
  const rate = random.between(rateFrom, rateTo) / 100
  const away = holidays(member.family, clock)
  const stopped = lapsed
    ? addDays(lapsed, -random.between(7, 35))
    : status === memberStatus.active && joined && joined < addDays(clock.today, -90) && random.chance(shareAtRisk)
      ? addDays(clock.today, -random.between(17, 40))
      : null
  // A trial is two or three classes, whatever is made of it.
  const trialEnds = joined ? null : addDays(trialStart ?? clock.today, random.between(7, 20))
  return (date, isDropIn) => {
    const usual = isDropIn ? dropInRate : rate
    const drawn = random.chance(usual * (season[Number(date.slice(5, 7)) - 1] ?? 1))
    if ((stopped && date >= stopped) || (trialEnds && date > trialEnds)) return false
    return drawn && !away.some(({ from, until }) => date >= from && date <= until)
  }
}

/** A family's fortnight in summer, this year and before. */
function holidays(family: number, clock: Clock) {
  const random = randomFor(`holidays ${family}`)
  const year = Number(clock.today.slice(0, 4))
  return [year - 2, year - 1, year].map(summer => {
    const from = addDays(`${summer}-07-20`, random.between(0, 30))
    return { from, until: addDays(from, 13) }
  })
}

const order = (a: string, b: string) => Number(a > b) - Number(a < b)
