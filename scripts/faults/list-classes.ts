import type { Fault } from './fault.ts'

export const faultsOfClasses: readonly Fault[] = [
  {
    name: 'grading-a-month-late',
    area: 'gradings',
    says: 'A flipped comparison in grading readiness asks for a month more than the grade does.',
    file: 'server/src/classes/grading-readiness.ts',
    find: 'months >= next.minimumMonths',
    replace: 'months > next.minimumMonths',
    tests: ['server/src/classes/rules.test.ts'],
  },
  {
    name: 'older-mark-wins',
    area: 'register',
    says: 'Of two marks made at the same instant, the one that arrives later is ignored.',
    file: 'server/src/members/mark-rules.ts',
    find: 'made >= latest',
    replace: 'made > latest',
    tests: ['server/src/members/mark-rules.test.ts', 'server/src/members/marks.test.ts'],
  },
  {
    name: 'slot-without-lock',
    area: 'bookings',
    says: 'A missing lock lets two people book the last place of a slot.',
    file: 'server/src/bookings/class-day.ts',
    find: `    .where('class_date', '=', classDate)
    .forUpdate()`,
    replace: `    .where('class_date', '=', classDate)`,
    tests: ['server/src/bookings/bookings.test.ts', 'server/src/bookings/slots.test.ts'],
  },
  {
    name: 'place-offered-twice',
    area: 'waiting list',
    says: 'One free place is offered to everyone who waits, because an offer no longer counts as taken.',
    file: 'server/src/bookings/move-up.ts',
    find: `    await offer(context, day, entry)
    holders.push({ memberId: entry.memberId, isProspect: entry.isProspect, isOffer: true })`,
    replace: '    await offer(context, day, entry)',
    tests: ['server/src/bookings/waiting-list.test.ts', 'server/src/bookings/waiting-list.property.test.ts'],
  },
  {
    name: 'calendar-in-utc',
    area: 'schedule',
    says: 'A calendar takes the local start of a class for UTC, so a summer class starts an hour late.',
    file: 'server/src/schedule/calendar-text.ts',
    find: 'const start = instantAt(timeZone, classDate, session.startTime)',
    replace: `const start = instantAt('UTC', classDate, session.startTime)`,
    tests: ['server/src/schedule/calendar-file.test.ts', 'server/src/schedule/schedule.test.ts'],
  },
  {
    name: 'marks-lost-offline',
    area: 'offline register',
    says: 'A mark tapped while the queue reads its store disappears.',
    file: 'web/src/offline/mark-queue.ts',
    find: 'become([...stored, ...notYet])',
    replace: 'become(stored.length > 0 ? stored : notYet)',
    tests: ['web/src/offline/mark-queue.test.ts', 'e2e/roster-offline.e2e.ts'],
  },
  {
    name: 'session-counted-twice',
    area: 'reporting',
    says: 'A report counts the sessions of the evening before a period in that period too.',
    file: 'server/src/reporting/counts/attendance.ts',
    find: 'evening > after && evening <= until',
    replace: 'evening >= after && evening <= until',
    tests: ['server/src/reporting/counts.property.test.ts', 'server/src/reporting/reporting.test.ts'],
  },
]
