import * as z from 'zod/mini'
import { date, daysBetween, isDate } from './calendar.ts'
import { get, post, queryInt } from './endpoint.ts'
import { admin, club } from './guards.ts'
import { outcome } from './sessions.ts'
import { written } from './written.ts'

/** A day on which none of a club's classes run. */
const Closure = z.object({ date, name: z.string() })

/** The parts of the United Kingdom whose bank holidays differ. */
export const bankHolidayRegions = ['england-and-wales', 'scotland', 'northern-ireland'] as const
export const bankHolidayRegionNames: Readonly<Record<(typeof bankHolidayRegions)[number], string>> = {
  'england-and-wales': 'England and Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}

const year = queryInt.check(z.gte(1990), z.lte(2100))

export const getClosures = get('/api/club/GetClosures/:clubId', {
  summary:
    "The days of a year on which a club is closed, by date; without a year, of this one in the club's time zone.",
  access: club('clubId'),
  input: { year: z.optional(year) },
  output: z.object({ today: date, year: z.int(), isAdmin: z.boolean(), closures: z.array(Closure) }),
})

export const getBankHolidays = get('/api/club/GetBankHolidays/:clubId', {
  summary:
    'The bank holidays of a region and a year, substitute days included, and which of them are closures already.',
  access: club('clubId'),
  input: { region: z.enum(bankHolidayRegions), year },
  output: z.array(z.extend(Closure, { isClosed: z.boolean() })),
})

const longest = 366

/** What a person adds: a day, or all days from one to another. */
export const ClosureFields = z
  .object({
    name: written(200),
    from: date,
    to: date,
  })
  .check(context => {
    const { from, to } = context.value
    if (!isDate(from) || !isDate(to)) return
    const message =
      to < from ? 'Should not be before the first day' : daysBetween(from, to) >= longest && `At most ${longest} days`
    if (message) context.issues.push({ code: 'custom', input: to, path: ['to'], message })
  })

export const saveClosures = post('/api/club/SaveClosures/:clubId', {
  summary:
    'Closes a club on days; a day that is closed already takes the new name. The bookings and waiting lists of its ' +
    'classes end as when each session is cancelled. Enrolled members hear of the next four weeks. Refused 409 under `acknowledged` with everyone concerned, until seen.',
  access: admin(club('clubId')),
  input: {
    closures: z.array(ClosureFields).check(z.minLength(1), z.maxLength(50)),
    acknowledged: z._default(z.boolean(), false),
    /** Whether the people of the classes on these days are told. */
    notify: z._default(z.boolean(), true),
  },
  output: z.object({ days: z.int(), ...outcome }),
})

export const deleteClosure = post('/api/club/DeleteClosure/:clubId', {
  summary: 'Opens a club again on all days from one to another, both included; classes run on them as their week says.',
  access: admin(club('clubId')),
  input: { from: date, to: date },
  output: z.object({ days: z.int() }),
})
