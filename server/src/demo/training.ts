import { daysBetween } from '@honbu/contract/calendar.ts'
import { classType, memberStatus } from '@honbu/contract/ids.ts'
import type { DemoClass } from './classes.ts'
import { type Clock, later } from './clock.ts'
import { type DemoDiscipline, type DemoPlan, demoPlans, disciplineNamed } from './disciplines.ts'
import type { Membership } from './memberships.ts'
import { type Random, randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'

const shareOfKickboxers = 0.2
/** Of prospects: who books a trial lesson. The others try an ordinary class. */
const shareOfTrialLessons = 0.4
const shareOfEnquiriesWithClass = 0.5
const sharePayingVisitors = 0.12
const shareOnSelfDefence = 0.15

export interface Enrolment {
  readonly demoClass: DemoClass
  /** Expected on a date when from ≤ date < until. */
  readonly from: string
  readonly until: string | null
}

/** What a membership trains: a discipline, by a plan, in some classes. */
export interface Training {
  readonly membership: Membership
  readonly discipline: DemoDiscipline
  readonly plan: DemoPlan | null
  readonly enrolments: readonly Enrolment[]
  /** The trial lessons booked. */
  readonly booked: readonly { readonly demoClass: DemoClass; readonly date: string }[]
}

/** Chooses classes by age, discipline, time in the club and plan, as long as there is room. */
export function addTrainings(
  rows: DemoRows,
  memberships: readonly Membership[],
  classes: readonly DemoClass[],
  clock: Clock,
): Training[] {
  const places = new Map(classes.map(({ id, capacity }) => [id, capacity]))
  return memberships.map(membership => {
    const random = randomFor(`training ${membership.id}`)
    const discipline = disciplineOf(random, membership)
    const plan = planOf(random, membership, discipline)
    const ofClub = classes.filter(({ club }) => club.id === membership.club.id)
    const lesson = ofClub.find(({ typeId }) => typeId === classType.prebooked)
    const isProspect = membership.status === memberStatus.prospect
    if (isProspect && lesson && random.chance(shareOfTrialLessons)) {
      return { membership, discipline, plan, enrolments: [], booked: book(rows, random, membership, lesson) }
    }
    const enrolments = chosen({ random, membership, discipline, plan, classes: ofClub, today: clock.today }).flatMap(
      demoClass => {
        const room = places.get(demoClass.id) ?? 0
        const spans = spansOf(membership)
        const stays = spans.some(({ until }) => until === null)
        if (stays && room <= 0) return []
        if (stays) places.set(demoClass.id, room - 1)
        return spans
          .map(({ from, until }) => ({ demoClass, from: later(from, demoClass.startDate), until }))
          .filter(({ from, until }) => until === null || until > from)
      },
    )
    for (const { demoClass, from, until } of enrolments) {
      rows.class_member.push({
        class_id: demoClass.id,
        club_id: demoClass.club.id,
        root_club_id: demoClass.club.rootId,
        member_id: membership.member.id,
        date_added: from,
        removed_on: until,
      })
    }
    return { membership, discipline, plan, enrolments, booked: [] }
  })

  /** One lesson, or two when the first is over. */
  function book(target: DemoRows, random: Random, { member, trialStart, club }: Membership, lesson: DemoClass) {
    const first = trialStart ?? clock.today
    const free = lesson.occurrences.filter(
      ({ date }) => date >= first && (places.get(slot(lesson.id, date)) ?? lesson.capacity) > 0,
    )
    const dates = [free[0], ...(random.chance(0.5) ? free.slice(2, 3) : [])].flatMap(found =>
      found ? [found.date] : [],
    )
    for (const date of dates) {
      places.set(slot(lesson.id, date), (places.get(slot(lesson.id, date)) ?? lesson.capacity) - 1)
      target.booking.push({
        class_id: lesson.id,
        club_id: club.id,
        root_club_id: club.rootId,
        member_id: member.id,
        booking_date: date,
        created_at: at(first, '08:30'),
      })
    }
    return dates.map(date => ({ demoClass: lesson, date }))
  }
}

/** Places of one date are kept in the same map as those of a class: below zero, so that they never meet. */
const slot = (classId: number, date: string) => -(classId * 100_000 + daysBetween('2000-01-01', date))

function disciplineOf(random: Random, { member, club }: Membership): DemoDiscipline {
  if (club.rootId !== 1) return disciplineNamed('Judo')
  if (member.age <= 6) return disciplineNamed('Little Tigers')
  // Drawn once for a person, so that the second membership is in the same discipline as the first.
  const isKickboxer =
    member.id !== 1 && member.age >= 10 && member.club.id === club.id && random.chance(shareOfKickboxers)
  return disciplineNamed(isKickboxer ? 'Kickboxing' : 'Karate')
}

function planOf(random: Random, { club, member, joined }: Membership, discipline: DemoDiscipline): DemoPlan | null {
  if (!joined) return null
  const named = (name: string) => demoPlans.find(plan => plan.name === name) ?? null
  if (club.rootId !== 1)
    return named(
      random.weighted([
        ['Judo once a week', 45],
        ['Judo twice a week', 35],
        ['Judo unlimited', 20],
      ]),
    )
  if (club.id === 1 && member.club.id !== 1) return named('Honbu pass')
  if (discipline.name === 'Little Tigers') return named('Little Tigers')
  return named(
    random.weighted([
      ['One class a week', 45],
      ['Two classes a week', 35],
      ['Unlimited', 20],
    ]),
  )
}

interface Choice {
  readonly random: Random
  readonly membership: Membership
  readonly discipline: DemoDiscipline
  readonly plan: DemoPlan | null
  readonly classes: readonly DemoClass[]
  readonly today: string
}

function chosen({ random, membership, discipline, plan, classes, today }: Choice): DemoClass[] {
  const { member, joined, status, trialStart, club } = membership
  if (plan?.for === 'visitors') return classes.filter(({ name }) => name === 'Black Belt Class')
  if (!joined && !trialStart && !(status === memberStatus.enquiry && random.chance(shareOfEnquiriesWithClass)))
    return []
  const suitable = random.shuffled(
    classes.filter(demoClass => suits(demoClass, membership, discipline, today) && !demoClass.weekly?.pencePerVisit),
  )
  const picked: DemoClass[] = []
  let sessions = joined ? (plan?.classesPerWeek ?? 3) : 1
  // At the head office everyone of the discipline may come on any evening.
  const dropIn = suitable.find(({ weekly }) => weekly?.isDropIn)
  if (dropIn && (member.id === 1 || random.chance(0.6))) picked.push(dropIn)
  else {
    for (const demoClass of suitable.filter(({ weekly }) => !weekly?.isDropIn)) {
      const each = demoClass.weekly?.sessions.length ?? 0
      if (each > sessions) continue
      picked.push(demoClass)
      sessions -= each
    }
  }
  const openMat = classes.find(({ weekly }) => weekly?.pencePerVisit)
  if (openMat && joined && member.age >= 16 && random.chance(sharePayingVisitors)) picked.push(openMat)
  const course = classes.find(({ typeId }) => typeId === classType.course)
  if (
    course &&
    membership.status === memberStatus.active &&
    member.age >= 16 &&
    club.rootId === 1 &&
    random.chance(shareOnSelfDefence)
  )
    picked.push(course)
  return picked
}

/** Is the class for someone like this? Also used for those who only look in. */
export function suits(
  { weekly }: DemoClass,
  { member, joined }: Membership,
  discipline: DemoDiscipline,
  today: string,
): boolean {
  if (!weekly || weekly.discipline !== discipline.name) return false
  const [youngest, oldest] = weekly.ages
  if (member.age < youngest || member.age > oldest) return false
  const [from, to] = weekly.months ?? [0, 999]
  const months = joined ? daysBetween(joined, today) / 30 : 0
  return months >= from && months <= to
}

/** When the membership expects someone on the mat. */
function spansOf({
  joined,
  trialStart,
  enquired,
  lapsed,
  away,
  changes,
}: Membership): { from: string; until: string | null }[] {
  if (!joined) {
    const end = changes.at(-1)
    const isOver = end !== undefined && end.to !== memberStatus.prospect && end.to !== memberStatus.enquiry
    return [{ from: trialStart ?? enquired, until: isOver ? end.on : null }]
  }
  const from = trialStart ?? joined
  if (!away) return [{ from, until: lapsed }]
  return [
    { from, until: away.from },
    { from: away.until, until: lapsed },
  ]
}
