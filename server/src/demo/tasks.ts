import { addDays } from '@honbu/contract/calendar.ts'
import { memberStatus } from '@honbu/contract/ids.ts'
import { type Clock, earlier } from './clock.ts'
import type { DemoClub } from './clubs.ts'
import type { Membership } from './memberships.ts'
import { randomFor } from './random.ts'
import { at, type DemoRows } from './rows.ts'
import type { Staff } from './staff.ts'

/** What people have written down; what the system notices it makes itself, once the demo is filled. */
const kinds = [
  { kind: 'enquiry', status: memberStatus.enquiry, subject: 'Ring back about a trial' },
  { kind: 'todo', status: memberStatus.lapsed, subject: 'Ask why they left, and offer a way back' },
] as const
/** Tasks of each kind and club: open ones, and ones that are done. */
const openEach = 2
const doneEach = 3

/** What the staff of every club have to do, and have done: for the admin, the chief instructor, the owner, and for anyone. */
export function addTasks(
  rows: DemoRows,
  clubs: readonly DemoClub[],
  memberships: readonly Membership[],
  staff: ReadonlyMap<number, Staff>,
  clock: Clock,
): void {
  for (const club of clubs) {
    const random = randomFor(`tasks ${club.id}`)
    const people = staff.get(club.id)
    if (!people) continue
    const doers = [people.admin.accountId, people.instructor.accountId, people.owner.accountId, null]
    const ofClub = { club_id: club.id, root_club_id: club.rootId }
    let turn = 0
    for (const { kind, status, subject } of kinds) {
      const about = random.shuffled(memberships.filter(found => found.club.id === club.id && found.status === status))
      for (const [index, { member }] of about.slice(0, openEach + doneEach).entries()) {
        const isOpen = index < openEach
        // One is late, one is to come.
        const days = index === 0 ? -random.between(1, 4) : random.between(1, 6)
        const due = addDays(clock.today, isOpen ? days : -random.between(8, 60))
        const doer = doers[turn++ % doers.length] ?? null
        rows.task.push({
          ...ofClub,
          member_id: member.id,
          account_id: doer,
          kind,
          subject,
          due_on: due,
          completed_at: isOpen ? null : at(due, '15:30'),
          completed_by: isOpen ? null : (doer ?? people.admin.accountId),
          created_at: at(addDays(earlier(due, clock.today), -3), '09:00'),
        })
      }
    }
    // Something of one's own for everybody who can sign in to the demo, however the dice fall.
    for (const { accountId } of [people.owner, people.admin, people.instructor]) {
      const due = addDays(clock.today, random.between(0, 9))
      const subject = random.pick([
        'Order belts for the grading',
        'Renew the first-aid certificate',
        'Write to the school about the hall',
      ])
      rows.task.push({
        ...ofClub,
        account_id: accountId,
        kind: 'todo',
        created_by: accountId,
        subject,
        due_on: due,
        created_at: at(addDays(clock.today, -2), '09:00'),
      })
    }
  }
}
