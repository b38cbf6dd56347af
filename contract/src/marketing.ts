import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, idText, post, queryInt } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, club, klass } from './guards.ts'
import { memberStatus } from './ids.ts'

/** How far somebody who came to a club has got; each step holds those of the later ones too. */
export const leadSteps = [
  [
    1,
    'Enquired',
    'Everybody who was entered in the period, by whatever way; members taken over from a list do not count',
  ],
  [2, 'Prospect', 'Had a trial booked, or was marked as prospect'],
  [3, 'Trial', 'Was marked present in a class'],
  [4, 'Joined', 'Became an active member, whenever that was'],
] as const

export const leadStepChoices = leadSteps.map(([value, text]) => ({ value, text }))

const month = date.check(z.refine(text => text.endsWith('-01'), { error: 'The first day of a month' }))

/** Whole months: the first day of the first, and how many. Left out: those up to this one. */
export const period = {
  from: z.optional(month),
  months: z._default(queryInt.check(z.gte(1), z.lte(36)), 6),
}

const steps = {
  enquiries: z.int(),
  prospects: z.int(),
  trials: z.int(),
  joins: z.int(),
}

/** Days after which somebody who asked, and has nothing booked, is asked after. */
export const followUpDays = 3

const named = { id: z.nullable(z.int()), name: z.string() }

export const getMarketing = get('/api/club/GetMarketing/:id', {
  summary:
    'What became of those who came to a club, and to those below it that the user may see, in whole months: a cohort by ' +
    'the day on which each was entered, so that no step is more than the one before. In all, by month, source, first class ' +
    'and club, with what each source cost; beside the other clubs of the tree.',
  access: [club('id'), klass('classId')],
  input: {
    ...period,
    /** Only those of this source; 0: of none. */
    sourceId: z.optional(queryInt.check(z.gte(0), z.meta({ hasZero: true }))),
    /** Only those whose first class it was. */
    classId: z.optional(idText),
  },
  output: z.object({
    clubId: id,
    clubName: z.string(),
    isAdmin: z.boolean(),
    /** In the club, and the first day of its month. */
    today: date,
    thisMonth: date,
    from: date,
    months: z.int(),
    total: z.object(steps),
    /** Half took no longer, in days from the day entered to the first class; null where nobody came to one. */
    medianDaysToClass: z.nullable(z.number()),
    byMonth: z.array(z.object({ month: date, ...steps })),
    /** Amounts in pounds; null where figures are of one class, as costs are not. */
    bySource: z.array(
      z.object({
        ...named,
        ...steps,
        cost: z.nullable(z.number()),
        costPerLead: z.nullable(z.number()),
        costPerJoin: z.nullable(z.number()),
      }),
    ),
    byClass: z.array(z.object({ ...named, ...steps })),
    /** More than one club is looked at: each of them. */
    byClub: z.array(z.object({ ...named, ...steps })),
    /** Enquiries for whom nothing is booked: of how many days and more, and how many they are. */
    waiting: z.object({ days: z.int(), count: z.int() }),
    /** Why they are not interested; null: no reason was given. */
    reasons: z.array(z.object({ ...named, count: z.int() })),
    /**
     * The medians over the other clubs of the tree to which somebody came in the period, in per cent of the enquiries;
     * null for fewer than three.
     */
    others: z.nullable(z.object({ clubs: z.int(), prospects: z.number(), trials: z.number(), joins: z.number() })),
  }),
})

/** Of somebody who came. */
export const leadStatusChoices = [
  { value: memberStatus.enquiry, text: 'Enquiry' },
  { value: memberStatus.prospect, text: 'Prospect' },
  { value: memberStatus.active, text: 'Active' },
  { value: memberStatus.issue, text: 'Issue' },
  { value: memberStatus.lapsed, text: 'Lapsed' },
  { value: memberStatus.notInterested, text: 'Not interested' },
  { value: memberStatus.unconverted, text: 'Unconverted' },
]

/** What the list of those who came can be filtered and sorted by. */
export const leadColumns = columns({
  name: { type: 'string', title: 'Name' },
  clubName: { type: 'string', title: 'Club' },
  clubId: { type: 'number', title: 'Club (number)' },
  enquiredOn: { type: 'date', title: 'Came on' },
  step: { type: 'number', title: 'Got as far as', choices: leadStepChoices },
  memberStatusId: {
    type: 'number',
    title: 'Status',
    choices: leadStatusChoices,
  },
  source: { type: 'string', title: 'Source' },
  sourceId: { type: 'number', title: 'Source (number)' },
  firstClass: { type: 'string', title: 'First class' },
  classId: { type: 'number', title: 'First class (number)' },
  firstOn: { type: 'date', title: 'First class on' },
  daysToClass: { type: 'number', title: 'Days to first class' },
  /** Of an enquiry for whom nothing is booked yet: days since it came. */
  daysWaiting: { type: 'number', title: 'Days waiting' },
  reason: { type: 'string', title: 'Why not' },
  reasonId: { type: 'number', title: 'Why not (number)' },
})

export const getLeads = get('/api/club/GetLeads/:id', {
  summary: 'Those whom GetMarketing counts, one by one, as a grid.',
  access: club('id'),
  input: { ...gridInput, ...period },
  output: gridPage(
    z.object({
      clubMemberId: id,
      memberId: id,
      name: z.string(),
      clubId: id,
      clubName: z.string(),
      enquiredOn: date,
      step: z.int(),
      memberStatusId: z.int(),
      sourceId: z.nullable(z.int()),
      source: z.nullable(z.string()),
      classId: z.nullable(id),
      firstClass: z.nullable(z.string()),
      firstOn: z.nullable(date),
      daysToClass: z.nullable(z.int()),
      daysWaiting: z.nullable(z.int()),
      reasonId: z.nullable(id),
      reason: z.nullable(z.string()),
      /** The member's, or the first guardian's of a minor; null where there is none. */
      phone: z.nullable(z.string()),
    }),
  ),
})

const sourceId = z.int().check(z.gte(1), z.lte(2147483647))

export const getMarketingCosts = get('/api/club/GetMarketingCosts/:id', {
  summary:
    'What a club itself paid for each source it uses, in whole months: pounds; months in which nothing was are left out.',
  access: club('id'),
  input: period,
  output: z.object({
    clubId: id,
    clubName: z.string(),
    isAdmin: z.boolean(),
    months: z.array(date),
    sources: z.array(
      z.object({ id: z.int(), name: z.string(), costs: z.array(z.object({ month: date, amount: z.number() })) }),
    ),
  }),
})

/** Pounds to the penny, none below zero. */
const amount = (error: string) =>
  z.number({ error }).check(
    z.gte(0, { error }),
    z.lte(1_000_000, { error: 'At most 1,000,000' }),
    z.refine(pounds => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, { error: 'At most 2 decimals' }),
  )

export const saveMarketingCosts = post('/api/club/SaveMarketingCosts/:id', {
  summary:
    'Writes down what a club paid for its sources; 0 takes it out. Each with what the user saw before: who has not seen ' +
    'the newest is refused.',
  access: admin(club('id')),
  input: {
    costs: z
      .array(z.object({ sourceId, month, amount: amount('An amount in pounds'), was: amount('An amount in pounds') }))
      .check(z.minLength(1), z.maxLength(1000)),
  },
  output: z.object({ saved: z.int() }),
})
