import type { ReportTab } from './report-tabs.ts'

/**
 * The figures of the reports, each with its definition in words and in code, once. A figure is computed from what was
 * counted (`Counted`): plain sums, which may be added up over clubs. So the figure of several clubs is the formula over
 * their added counts, never an average of their figures.
 */

/** How a number is written: a money is pounds, a percent is 0 to 100. */
export type Unit = 'count' | 'money' | 'percent' | 'decimal' | 'months' | 'days'

/**
 * What is counted in a club and a period (both days belong to it); amounts in pence. At the end: on the evening of the
 * period's last day, or now where that day has not passed.
 */
export const counted = {
  activeAtStart: 'Members with status active, or issue, and a paid plan, on the evening before the period',
  activeAtEnd: 'The same at its end; trials and frozen memberships are not among them',
  trialsAtEnd: 'Prospects with a trial that runs at the end',
  frozenAtEnd: 'Memberships with a paid plan that are frozen at the end',
  freeAtEnd: 'Status active or issue at the end, without a paid plan',
  issueAtEnd: 'Of the active, those with status issue at the end',
  joins: 'Became active for the first time in the club',
  rejoins: 'Became active again after a lapse',
  lapses: 'Lapsed',
  recaptured: 'Of the rejoined, those who had been away for 30 days or more',
  mrr: 'Pence a month of all live plans at the end; frozen ones at the price of their freeze',
  membershipRevenue: 'Pence charged for memberships whose day of charge lies in the period, less what was reversed',
  paying: 'Members charged more than nothing for a membership in the period',
  leavers: 'Those who lapsed in the period',
  leaverMonths: 'Their whole months from joining, or coming back, to lapsing, added up',
  atRisk:
    'Active at the end, and no attendance for the days that the club has set (14), or attendance under half of their own average of the 8 weeks before',
  attended: 'Marks "attended" in sessions of the period; non-attendance classes do not count',
  expected: 'Enrolled members, added up over the sessions held',
  sessions: 'Sessions held: those with at least one mark',
  filled: 'Attended in sessions held of classes that have a capacity',
  places: 'Capacity of those sessions, added up',
  visitors: 'Different members who attended',
  memberDays: 'Active members on the evening of each day of the period, added up over the days',
  enquiries: 'Entered in the period; from a list that was taken over, only who was an enquiry or a prospect there',
  booked: 'Of those, who were booked into a class, or got further, by today',
  trialled: 'Of those, who were marked present in a class, or got further, by today',
  joined: 'Of those, who became active members by today',
  marketingCost: 'Pence written down for the sources, in the months that the period touches',
  due: 'Pence charged whose due day lies in the period, up to today, less what was reversed',
  collected: 'Of these charges, pence that are settled by now, by money or by credit',
  taken: 'Pence that came in in the period, by all ways of paying, less what was written down by mistake',
  returned: 'Pence that went back: refunds, failed debits, charge-backs',
  submitted: 'Payments given to the bank or the card provider with a day of charge in the period',
  submittedPence: 'Their pence',
  failed: 'Of these, payments that failed or were charged back, also where they came later on',
  failedPence: 'Their pence',
  recovered: 'Of the failed, those whose charge has been settled since',
  recoveredPence: 'Their pence',
  debt: 'Pence due before the end and open then, as it stood in the books on that evening; of a running period, now',
  debt7: 'Of the debt, pence 1 to 7 days past due',
  debt30: '8 to 30 days past due',
  debt60: '31 to 60 days past due',
  debt90: '61 to 90 days past due',
  debtOld: 'more than 90 days past due',
  debtors: 'Members with debt',
  sales: 'Pence of orders in the shop, less what was returned',
  graded: 'Results of gradings in the period',
  passed: 'Of these, passes',
  ready: 'Members with status active or issue who are ready for their next grade now, once for each discipline',
  sent: 'E-mails and text messages handed to the carrier in the period, one for each recipient',
  delivered: 'Of these, delivered, or not said otherwise by the carrier',
  bounced: 'Of these, returned or refused',
  unsubscribed: 'Consents to e-mail or text messages that were given and taken back in the period',
  tasksDone: 'Tasks that somebody completed in the period; those that closed themselves do not count',
  tasksLate: 'Of these, completed after the day on which they were due',
  tasksOverdue: 'Tasks open at the end whose due day has passed',
} as const

export type Count = keyof typeof counted
export type Counted = Readonly<Record<Count, number>>

/** A list behind a figure: see `reportLists` in reporting.ts. */
export type ReportListName =
  | 'active'
  | 'trials'
  | 'frozen'
  | 'recurring'
  | 'free'
  | 'newMembers'
  | 'trialBookings'
  | 'birthdays'
  | 'joins'
  | 'rejoins'
  | 'lapses'
  | 'recaptured'
  | 'atRisk'
  | 'attended'
  | 'sessions'
  | 'unregistered'
  | 'visitors'
  | 'enquiries'
  | 'joined'
  | 'due'
  | 'taken'
  | 'returned'
  | 'submitted'
  | 'failed'
  | 'recovered'
  | 'debt'
  | 'sales'
  | 'graded'
  | 'passed'
  | 'ready'
  | 'sent'
  | 'bounced'
  | 'unsubscribed'
  | 'tasksDone'
  | 'tasksOverdue'
  | 'membershipRevenue'

export interface Kpi {
  readonly title: string
  readonly unit: Unit
  /** The definition in words, as it stands behind the "i". */
  readonly words: string
  /** Null where nothing can be said: nobody to divide by. */
  readonly value: (counted: Counted) => number | null
  /** Which way is good; null: neither. */
  readonly better: 'more' | 'less' | null
  /** What the figure opens. */
  readonly list: ReportListName | null
}

const ratio = (part: number, of: number): number | null => (of > 0 ? part / of : null)
const percent = (part: number, of: number): number | null => (of > 0 ? (100 * part) / of : null)
const pounds = (pence: number | null): number | null => (pence === null ? null : Math.round(pence) / 100)
const churnOf = ({ lapses, activeAtStart, activeAtEnd }: Counted) => ratio(lapses, (activeAtStart + activeAtEnd) / 2)
const arpmOf = ({ membershipRevenue, paying }: Counted) => ratio(membershipRevenue, paying)

/** Every figure of the reports. */
export const kpis = {
  active: {
    title: 'Active members',
    unit: 'count',
    words:
      'Status active or issue, with a paid plan, at the end of the period. Trials and frozen memberships are shown apart.',
    value: of => of.activeAtEnd,
    better: 'more',
    list: 'active',
  },
  trials: {
    title: 'Trials running',
    unit: 'count',
    words: counted.trialsAtEnd,
    value: of => of.trialsAtEnd,
    better: 'more',
    list: 'trials',
  },
  frozen: {
    title: 'Frozen',
    unit: 'count',
    words: counted.frozenAtEnd,
    value: of => of.frozenAtEnd,
    better: 'less',
    list: 'frozen',
  },
  free: {
    title: 'Without a paid plan',
    unit: 'count',
    words: `${counted.freeAtEnd}: no plan yet, or one that costs nothing. They are not among the active members.`,
    value: of => of.freeAtEnd,
    better: null,
    list: 'free',
  },
  joins: { title: 'Joined', unit: 'count', words: counted.joins, value: of => of.joins, better: 'more', list: 'joins' },
  rejoins: {
    title: 'Rejoined',
    unit: 'count',
    words: counted.rejoins,
    value: of => of.rejoins,
    better: 'more',
    list: 'rejoins',
  },
  lapses: {
    title: 'Lapsed',
    unit: 'count',
    words: 'Memberships that lapsed in the period',
    value: of => of.lapses,
    better: 'less',
    list: 'lapses',
  },
  netGrowth: {
    title: 'Net growth',
    unit: 'count',
    words: 'Joined + rejoined − lapsed',
    value: of => of.joins + of.rejoins - of.lapses,
    better: 'more',
    list: null,
  },
  churn: {
    title: 'Churn',
    unit: 'percent',
    words: 'Lapsed ÷ ((active at the start + active at the end) ÷ 2)',
    value: of => percent(of.lapses, (of.activeAtStart + of.activeAtEnd) / 2),
    better: 'less',
    list: 'lapses',
  },
  recaptured: {
    title: 'Recaptured',
    unit: 'count',
    words: 'Active again after 30 days or more away',
    value: of => of.recaptured,
    better: 'more',
    list: 'recaptured',
  },
  mrr: {
    title: 'Monthly recurring revenue',
    unit: 'money',
    words:
      'All live plans at the end of the period: price ÷ months in its frequency, weekly × 52 ÷ 12. A frozen membership counts with the price of its freeze, and each to the penny.',
    value: of => pounds(of.mrr),
    better: 'more',
    list: 'recurring',
  },
  arpm: {
    title: 'Revenue per member',
    unit: 'money',
    words: 'Membership revenue ÷ paying members',
    value: of => pounds(arpmOf(of)),
    better: 'more',
    list: 'membershipRevenue',
  },
  ltv: {
    title: 'Lifetime value',
    unit: 'money',
    words: 'Revenue per member ÷ churn, both of the period. Of a period that is not a month, churn is of that period.',
    value: of => {
      const churn = churnOf(of)
      const arpm = arpmOf(of)
      return churn && arpm !== null ? pounds(arpm / churn) : null
    },
    better: 'more',
    list: null,
  },
  ltvByStay: {
    title: 'Lifetime value by stay',
    unit: 'money',
    words: 'Revenue per member × the average months stayed of those who left in the period',
    value: of => {
      const stay = ratio(of.leaverMonths, of.leavers)
      const arpm = arpmOf(of)
      return stay !== null && arpm !== null ? pounds(arpm * stay) : null
    },
    better: 'more',
    list: 'lapses',
  },
  stay: {
    title: 'Months stayed',
    unit: 'months',
    words: 'Whole months from joining, or coming back, to lapsing, on average over those who left in the period',
    value: of => ratio(of.leaverMonths, of.leavers),
    better: 'more',
    list: 'lapses',
  },
  atRisk: {
    title: 'At risk',
    unit: 'count',
    words: counted.atRisk,
    value: of => of.atRisk,
    better: 'less',
    list: 'atRisk',
  },
  attended: {
    title: 'Attendances',
    unit: 'count',
    words: counted.attended,
    value: of => of.attended,
    better: 'more',
    list: 'attended',
  },
  sessions: {
    title: 'Sessions held',
    unit: 'count',
    words: counted.sessions,
    value: of => of.sessions,
    better: null,
    list: 'sessions',
  },
  visitors: {
    title: 'Members who came',
    unit: 'count',
    words: counted.visitors,
    value: of => of.visitors,
    better: 'more',
    list: 'visitors',
  },
  attendanceRate: {
    title: 'Attendance rate',
    unit: 'percent',
    words: 'Attended ÷ expected: enrolled members × sessions held. Drop-ins count as attended, so it may exceed 100 %.',
    value: of => percent(of.attended, of.expected),
    better: 'more',
    list: 'attended',
  },
  visitsPerWeek: {
    title: 'Visits per active member and week',
    unit: 'decimal',
    words: 'Attendances ÷ active members ÷ weeks; active is the average over the days of the period',
    value: of => ratio(of.attended * 7, of.memberDays),
    better: 'more',
    list: 'attended',
  },
  utilisation: {
    title: 'Class utilisation',
    unit: 'percent',
    words: 'Attended ÷ capacity, over sessions held of classes that have a capacity',
    value: of => percent(of.filled, of.places),
    better: 'more',
    list: 'sessions',
  },
  enquiries: {
    title: 'New enquiries',
    unit: 'count',
    words: counted.enquiries,
    value: of => of.enquiries,
    better: 'more',
    list: 'enquiries',
  },
  bookedRate: {
    title: 'Enquiry to booked',
    unit: 'percent',
    words: 'Of those who came in the period, how many were booked into a class, or got further, by today',
    value: of => percent(of.booked, of.enquiries),
    better: 'more',
    list: 'enquiries',
  },
  trialRate: {
    title: 'Enquiry to trial',
    unit: 'percent',
    words: 'Of those who came in the period, how many attended a class, or got further, by today',
    value: of => percent(of.trialled, of.enquiries),
    better: 'more',
    list: 'enquiries',
  },
  conversion: {
    title: 'Enquiry to member',
    unit: 'percent',
    words: 'Of those who came in the period, how many have joined by today',
    value: of => percent(of.joined, of.enquiries),
    better: 'more',
    list: 'joined',
  },
  costPerJoin: {
    title: 'Cost per join',
    unit: 'money',
    words: 'What was paid for the sources ÷ those who came in the period and joined',
    value: of => (of.marketingCost > 0 ? pounds(ratio(of.marketingCost, of.joined)) : null),
    better: 'less',
    list: 'joined',
  },
  revenue: {
    title: 'Membership revenue',
    unit: 'money',
    words: 'Charged for memberships, with a day of charge in the period, less what was reversed',
    value: of => pounds(of.membershipRevenue),
    better: 'more',
    list: 'membershipRevenue',
  },
  due: {
    title: 'Due',
    unit: 'money',
    words: 'Charged, with a due day in the period, up to today, less what was reversed',
    value: of => pounds(of.due),
    better: null,
    list: 'due',
  },
  taken: {
    title: 'Taken',
    unit: 'money',
    words: 'What came in in the period, by all ways of paying, less what was written down by mistake',
    value: of => pounds(of.taken),
    better: 'more',
    list: 'taken',
  },
  returned: {
    title: 'Went back',
    unit: 'money',
    words: 'What went back: refunds, failed debits, charge-backs',
    value: of => pounds(of.returned),
    better: 'less',
    list: 'returned',
  },
  collectionRate: {
    title: 'Collection rate',
    unit: 'percent',
    words: 'Collected ÷ due: of what fell due in the period, how much is settled by now',
    value: of => percent(of.collected, of.due),
    better: 'more',
    list: 'due',
  },
  failed: {
    title: 'Failed payments',
    unit: 'count',
    words:
      'Payments given to the bank or the card provider for a day of the period that failed or were charged back, also where they came later on',
    value: of => of.failed,
    better: 'less',
    list: 'failed',
  },
  failedAmount: {
    title: 'Failed, amount',
    unit: 'money',
    words: 'What the failed payments of the period amount to',
    value: of => pounds(of.failedPence),
    better: 'less',
    list: 'failed',
  },
  failureRate: {
    title: 'Failure rate',
    unit: 'percent',
    words: 'Failed ÷ submitted, by count',
    value: of => percent(of.failed, of.submitted),
    better: 'less',
    list: 'failed',
  },
  failureRateAmount: {
    title: 'Failure rate, amount',
    unit: 'percent',
    words: 'Failed ÷ submitted, by amount',
    value: of => percent(of.failedPence, of.submittedPence),
    better: 'less',
    list: 'failed',
  },
  recoveryRate: {
    title: 'Recovered',
    unit: 'percent',
    words: 'Recovered ÷ failed, by count: the charge has been settled since',
    value: of => percent(of.recovered, of.failed),
    better: 'more',
    list: 'recovered',
  },
  debt: {
    title: 'Debt',
    unit: 'money',
    words: 'Open balances past their due day at the end of the period, as they stood in the books on that evening',
    value: of => pounds(of.debt),
    better: 'less',
    list: 'debt',
  },
  debtors: {
    title: 'Members in debt',
    unit: 'count',
    words: counted.debtors,
    value: of => of.debtors,
    better: 'less',
    list: 'debt',
  },
  sales: {
    title: 'Shop sales',
    unit: 'money',
    words: 'Orders in the shop, less what was returned',
    value: of => pounds(of.sales),
    better: 'more',
    list: 'sales',
  },
  graded: {
    title: 'Graded',
    unit: 'count',
    words: counted.graded,
    value: of => of.graded,
    better: 'more',
    list: 'graded',
  },
  passRate: {
    title: 'Pass rate',
    unit: 'percent',
    words: 'Passes ÷ results of the period',
    value: of => percent(of.passed, of.graded),
    better: null,
    list: 'passed',
  },
  ready: {
    title: 'Ready to grade',
    unit: 'count',
    words: counted.ready,
    value: of => of.ready,
    better: null,
    list: 'ready',
  },
  sent: {
    title: 'Messages sent',
    unit: 'count',
    words: counted.sent,
    value: of => of.sent,
    better: null,
    list: 'sent',
  },
  bounceRate: {
    title: 'Bounced',
    unit: 'percent',
    words: 'Returned or refused ÷ sent',
    value: of => percent(of.bounced, of.sent),
    better: 'less',
    list: 'bounced',
  },
  unsubscribed: {
    title: 'Unsubscribed',
    unit: 'count',
    words: counted.unsubscribed,
    value: of => of.unsubscribed,
    better: 'less',
    list: 'unsubscribed',
  },
  tasksDone: {
    title: 'Tasks done',
    unit: 'count',
    words: counted.tasksDone,
    value: of => of.tasksDone,
    better: 'more',
    list: 'tasksDone',
  },
  tasksLate: {
    title: 'Done late',
    unit: 'percent',
    words: 'Tasks completed after their due day ÷ tasks completed',
    value: of => percent(of.tasksLate, of.tasksDone),
    better: 'less',
    list: 'tasksDone',
  },
  tasksOverdue: {
    title: 'Tasks overdue',
    unit: 'count',
    words: counted.tasksOverdue,
    value: of => of.tasksOverdue,
    better: 'less',
    list: 'tasksOverdue',
  },
} as const satisfies Readonly<Record<string, Kpi>>

export type KpiName = keyof typeof kpis

/** These are known of now alone, whatever the period: there is nothing to compare them with. */
export const isOfNow: ReadonlySet<KpiName> = new Set(['ready'])

/** The figures at the head of each tab, in the order in which they stand. */
export const kpisOf: Readonly<Record<ReportTab, readonly KpiName[]>> = {
  management: [
    'active',
    'netGrowth',
    'churn',
    'atRisk',
    'mrr',
    'arpm',
    'collectionRate',
    'debt',
    'attendanceRate',
    'visitsPerWeek',
    'utilisation',
    'enquiries',
    'conversion',
    'failureRate',
  ],
  members: ['active', 'trials', 'frozen', 'free', 'joins', 'rejoins', 'lapses', 'netGrowth', 'mrr'],
  retention: ['churn', 'lapses', 'recaptured', 'atRisk', 'stay', 'ltv', 'ltvByStay'],
  attendance: ['attended', 'visitors', 'attendanceRate', 'visitsPerWeek', 'sessions'],
  classes: ['utilisation', 'sessions', 'attended', 'attendanceRate'],
  gradings: ['graded', 'passRate', 'ready'],
  sales: ['enquiries', 'bookedRate', 'trialRate', 'conversion', 'costPerJoin', 'sales'],
  finance: [
    'mrr',
    'revenue',
    'arpm',
    'due',
    'taken',
    'returned',
    'collectionRate',
    'failed',
    'failedAmount',
    'failureRate',
    'failureRateAmount',
    'recoveryRate',
  ],
  debt: ['debt', 'debtors', 'collectionRate', 'recoveryRate'],
  messages: ['sent', 'bounceRate', 'unsubscribed'],
  staff: ['tasksDone', 'tasksLate', 'tasksOverdue', 'sessions'],
}
