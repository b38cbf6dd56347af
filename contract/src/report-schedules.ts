import * as z from 'zod/mini'
import { ask, get, id, post } from './endpoint.ts'
import { club, figures, may, orNew, reportSchedule } from './guards.ts'
import { type SentPeriod, sentPeriods } from './report-periods.ts'
import { reportTabs } from './report-tabs.ts'

const periodNames = Object.keys(sentPeriods) as [SentPeriod, ...SentPeriod[]]

/** What is sent. */
const what = {
  tab: z.enum(reportTabs),
  clubIds: z.array(id).check(z.minLength(1, { error: 'Choose at least one club' }), z.maxLength(500)),
  period: z.enum(periodNames),
  format: z.enum(['pdf', 'xlsx']),
}

const between = (least: number, most: number) => z.int().check(z.gte(least), z.lte(most))

const fields = {
  ...what,
  every: z.enum(['day', 'week', 'month']),
  /** 1 Monday … 7 Sunday: of what is sent every week. */
  weekday: z.nullable(between(1, 7)),
  /** Of what is sent every month; in a shorter one, its last day. */
  dayOfMonth: z.nullable(between(1, 31)),
  /** By the clock of the first of the clubs. */
  hour: between(0, 23),
  /**
   * The ids of the accounts that get it. No guard of theirs would fit, as somebody of the head office may be chosen by a club
   * that cannot touch it; each must be able to see all of the clubs, or is refused beside this field.
   */
  sendTo: z.array(id).check(z.minLength(1, { error: 'Choose at least one person' }), z.maxLength(100)),
}

export const ReportScheduleFields = z.object(fields)

const person = { accountId: id, name: z.string(), email: z.string() }

export const ReportSchedule = z.object({
  id,
  version: z.int(),
  ...fields,
  clubs: z.array(z.object({ id, name: z.string() })),
  /** `maySee`: false for whom has lost a club meanwhile, and gets nothing. */
  recipients: z.array(z.object({ ...person, maySee: z.boolean() })),
  timeZone: z.string(),
  /** ISO 8601, UTC. */
  nextAt: z.string(),
  lastSentAt: z.nullable(z.string()),
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

export const getReportSchedules = get('/api/reporting/GetReportSchedules', {
  summary: 'The reports we send by email, if the caller sees the reports of all their clubs.',
  access: 'signedIn',
  output: z.object({ schedules: z.array(ReportSchedule) }),
})

export const getReportRecipients = ask('/api/reporting/GetReportRecipients', {
  summary: 'Who may see all of these clubs, and so may be sent this report of theirs: of money, their admins.',
  access: figures(club('clubIds')),
  input: { clubIds: what.clubIds, tab: z.optional(what.tab) },
  output: z.object({ people: z.array(z.object(person)) }),
})

export const saveReportSchedule = post('/api/reporting/SaveReportSchedule/:id', {
  summary: 'Has a report sent every day, week or month; id 0 is a new one.',
  access: [orNew(figures(reportSchedule('id'))), may('export', figures(club('clubIds')))],
  input: { ...fields, version: z._default(z.int(), 1) },
  output: ReportSchedule,
})

export const deleteReportSchedule = post('/api/reporting/DeleteReportSchedule/:id', {
  summary: 'A report is sent no more.',
  access: figures(reportSchedule('id')),
  output: z.object({ id }),
})

export const sendReportNow = post('/api/reporting/SendReportNow', {
  summary: "Sends a report to the caller's own address, once, as it would be sent today.",
  access: may('export', figures(club('clubIds'))),
  input: what,
  output: z.object({ to: z.string() }),
})
