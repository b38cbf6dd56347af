import { addAttendance } from './attendance.ts'
import { addAudiences } from './audiences.ts'
import { addPeriods } from './charging.ts'
import { addClasses } from './classes.ts'
import { clockAt } from './clock.ts'
import { addClosures } from './closures.ts'
import { addClubs } from './club-rows.ts'
import { demoClubs } from './clubs.ts'
import { addConsents } from './consents.ts'
import { addDisciplines } from './disciplines.ts'
import { addDiscounts } from './discounts.ts'
import { addEnquiryForms } from './enquiry-forms.ts'
import { addFamilies } from './families.ts'
import { addGradings } from './gradings.ts'
import { addLinks } from './links.ts'
import { addInvitation, addLogins } from './logins.ts'
import { addMarketingCosts } from './marketing.ts'
import { addMembershipRows } from './member-rows.ts'
import { honbuMembership, type Membership, membershipsOf } from './memberships.ts'
import { addMoney } from './money.ts'
import { addNotes } from './notes.ts'
import { addDocuments, addStaffCertificates } from './papers.ts'
import { addPlanTerms } from './plans.ts'
import { randomFor } from './random.ts'
import { addReferrals } from './referrals.ts'
import { type DemoRows, noRows } from './rows.ts'
import { addShop } from './shop.ts'
import { addStaff } from './staff.ts'
import { addTags } from './tags.ts'
import { addTasks } from './tasks.ts'
import { addTemplates } from './templates.ts'
import { addTrainings } from './training.ts'
import { addWaitingLists } from './waiting.ts'

/** Adults of the franchise clubs who also train at the head office. */
const shareAtHonbu = 0.25

/** Every row of the demo as it is at `now`: the same rows for the same instant, wherever and whenever this runs. */
export function buildDemo(now: Date, passwordHash: string): DemoRows {
  const clock = clockAt(now)
  const rows = noRows()
  const clubs = demoClubs(clock)
  const staff = addStaff(rows, clubs, clock, passwordHash)
  addClubs(rows, clubs, staff)
  addLogins(rows, clock)
  addDisciplines(rows)
  addPlanTerms(rows)
  const closures = addClosures(rows, clubs, clock)
  const classes = addClasses(rows, clubs, staff, clock, closures)

  const first = membershipsOf(addFamilies(rows, clubs, clock), clock)
  const memberships = [...first, ...atHonbu()]
  const trainings = addTrainings(rows, memberships, classes, clock)
  const attended = addAttendance(rows, trainings, classes, clock)
  const candidates = addGradings(rows, trainings, classes, attended, clock)
  const subscriptions = addPeriods(rows, trainings, addMoney(rows, trainings, classes, clock), clock)
  addMembershipRows(rows, trainings, { subscriptions, candidates, staff, clock })
  addConsents(rows, memberships, staff, clock)
  addLinks(rows, first, clock)
  addDocuments(rows, clubs, memberships, staff, clock)
  addStaffCertificates(rows, clock)
  addWaitingLists(rows, memberships, classes, clock)
  addTasks(rows, clubs, memberships, staff, clock)
  addNotes(rows, memberships, staff, clock)
  addTags(rows, memberships)
  addAudiences(rows, memberships, clock)
  addDiscounts(rows, memberships, clock)
  addShop(rows, clubs, memberships, staff, clock)
  addTemplates(rows, clock)
  addEnquiryForms(rows, clubs)
  addMarketingCosts(rows, clubs, clock)
  addReferrals(rows, memberships, clock)
  addInvitation(rows, staff, clock)
  return rows

  function atHonbu(): Membership[] {
    const random = randomFor('honbu')
    const [honbu] = clubs
    const grown = first.filter(
      ({ club, member, status }) => club.rootId === 1 && club.id !== 1 && member.age >= 16 && status === 21,
    )
    const chosen = grown.filter(() => random.chance(shareAtHonbu))
    const second: Membership[] = []
    for (const membership of chosen) {
      const added = honbu ? honbuMembership(first.length + second.length + 1, membership, honbu, clock) : null
      if (added) second.push(added)
    }
    return second
  }
}
