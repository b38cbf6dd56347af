import { addDays, startOfWeek } from '@honbu/contract/calendar.ts'
import { daysAhead } from '@honbu/contract/dashboard.ts'
import { names } from '@honbu/contract/ids.ts'
import { shortDay } from '../ui/dates.ts'
import css from './Dashboard.module.css'
import { GradingsAhead } from './GradingsAhead.tsx'
import { PeopleList } from './PeopleList.tsx'
import { reportTarget } from './report-target.ts'
import type { Today } from './today.ts'

interface Props {
  today: Today
  clubId: number | undefined
  /** Of several clubs: say which. */
  hasClub: boolean
}

/** Beside the classes: what comes in the next days, and who is new. */
export function NextDays({ today, clubId, hasClub }: Props) {
  const { trials, birthdays, newEnquiries, newMembers, gradings } = today
  const of = (clubName: string, more = '') => [more, hasClub && clubName].filter(Boolean).join(' · ')
  const clubIds = clubId === undefined ? undefined : [clubId]
  const ahead = { from: today.today, until: addDays(today.today, daysAhead), clubIds }
  const week = { from: startOfWeek(today.today), until: today.today, clubIds }
  return (
    <div className={css.side}>
      <PeopleList
        id="trials"
        title="Trials"
        aside="next 7 days"
        total={trials.total}
        target={reportTarget('sales', 'trialBookings', ahead)}
        none="Nobody has booked a trial class for today or the six days after."
        people={trials.people.map(person => ({
          ...person,
          key: `${person.memberId} ${person.classId} ${person.on}`,
          line: of(person.clubName, person.className),
          end: `${dayText(person.on, today.today)} ${person.startTime}`,
        }))}
      />
      <PeopleList
        id="new-enquiries"
        title="New enquiries"
        aside="since Monday"
        total={newEnquiries.total}
        target={reportTarget('sales', 'enquiries', week)}
        none="Nobody has asked since Monday."
        people={newEnquiries.people.map(person => ({
          ...person,
          key: `${person.memberId} ${person.clubId}`,
          line: of(person.clubName, names[person.memberStatusId]),
          end: dayText(person.since, today.today),
        }))}
      />
      <PeopleList
        id="new-members"
        title="New members"
        aside="since Monday"
        total={newMembers.total}
        target={reportTarget('members', 'newMembers', week)}
        none="Nobody has joined since Monday. A prospect becomes a member when a membership with a plan is saved."
        people={newMembers.people.map(person => ({
          ...person,
          key: `${person.memberId} ${person.clubId}`,
          line: of(person.clubName),
          end: dayText(person.since, today.today),
        }))}
      />
      <GradingsAhead gradings={gradings} today={today.today} hasClub={hasClub} />
      <PeopleList
        id="birthdays"
        title="Birthdays"
        aside="next 7 days"
        total={birthdays.total}
        target={reportTarget('members', 'birthdays', ahead)}
        none="No active member has a birthday today or in the six days after."
        people={birthdays.people.map(person => ({
          ...person,
          key: String(person.memberId),
          line: of(person.clubName, `turns ${person.years}`),
          end: dayText(person.on, today.today),
        }))}
      />
    </div>
  )
}

const dayText = (day: string, today: string) => (day === today ? 'today' : shortDay(day))
