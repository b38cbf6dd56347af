import type { ReportListName } from './kpis/kpi.ts'

interface ListOf {
  readonly title: string
  /** What adds up to the figure that the list stands behind. */
  readonly sum: 'rows' | 'amount' | 'count'
  /** What the rows are, so that they can be opened. */
  readonly rows: 'member' | 'session' | 'task' | 'message'
  /** Headings of the columns that this list has, besides name and club. */
  readonly on?: string
  readonly what?: string
  readonly amount?: string
  readonly count?: string
  /** Its rows are charges, or parts of them, which have a category. */
  readonly isOfCharges?: true
}

/** The lists behind the figures. */
export const reportLists: Readonly<Record<ReportListName, ListOf>> = {
  active: { title: 'Active members', sum: 'rows', rows: 'member', on: 'Member since', what: 'Plan', amount: 'A month' },
  trials: { title: 'Trials running', sum: 'rows', rows: 'member', on: 'Trial since', what: 'Trial' },
  frozen: {
    title: 'Frozen memberships',
    sum: 'rows',
    rows: 'member',
    on: 'Frozen since',
    what: 'Reason',
    amount: 'A month',
  },
  recurring: {
    title: 'Monthly recurring revenue',
    sum: 'amount',
    rows: 'member',
    on: 'Member since',
    what: 'Plan',
    amount: 'A month',
  },
  free: { title: 'Without a paid plan', sum: 'rows', rows: 'member', on: 'Member since', what: 'Plan' },
  newMembers: { title: 'New members', sum: 'rows', rows: 'member', on: 'Became active' },
  trialBookings: { title: 'Trials booked', sum: 'rows', rows: 'member', on: 'Booked for', what: 'Class' },
  birthdays: { title: 'Birthdays', sum: 'rows', rows: 'member', on: 'Birthday', count: 'Turns' },
  joins: { title: 'Joined', sum: 'rows', rows: 'member', on: 'Joined', what: 'Plan' },
  rejoins: { title: 'Rejoined', sum: 'rows', rows: 'member', on: 'Rejoined', what: 'Plan', count: 'Days away' },
  lapses: { title: 'Lapsed', sum: 'rows', rows: 'member', on: 'Lapsed', what: 'Reason', count: 'Months stayed' },
  recaptured: { title: 'Recaptured', sum: 'rows', rows: 'member', on: 'Rejoined', what: 'Plan', count: 'Days away' },
  atRisk: {
    title: 'At risk of leaving',
    sum: 'rows',
    rows: 'member',
    on: 'Last came',
    what: 'Why',
    count: 'Days away',
  },
  attended: { title: 'Attendances', sum: 'count', rows: 'member', on: 'Last came', count: 'Attended' },
  sessions: { title: 'Sessions held', sum: 'rows', rows: 'session', on: 'Date', what: 'Capacity', count: 'Attended' },
  unregistered: {
    title: 'Sessions without a register',
    sum: 'rows',
    rows: 'session',
    on: 'Date',
    what: 'Instructors',
  },
  visitors: { title: 'Members who came', sum: 'rows', rows: 'member', on: 'Last came', count: 'Attended' },
  enquiries: { title: 'New enquiries', sum: 'rows', rows: 'member', on: 'Came on', what: 'Got as far as' },
  joined: { title: 'Came and joined', sum: 'rows', rows: 'member', on: 'Came on', what: 'Source' },
  due: { title: 'Due', sum: 'amount', rows: 'member', on: 'Due', what: 'For', amount: 'Amount', isOfCharges: true },
  collected: {
    title: 'Collected',
    sum: 'amount',
    rows: 'member',
    on: 'Due',
    what: 'For',
    amount: 'Amount',
    isOfCharges: true,
  },
  pending: {
    title: 'On its way',
    sum: 'amount',
    rows: 'member',
    on: 'Due',
    what: 'For',
    amount: 'Amount',
    isOfCharges: true,
  },
  membershipRevenue: {
    title: 'Earned',
    sum: 'amount',
    rows: 'member',
    on: 'Earned on',
    what: 'For',
    amount: 'Amount',
    isOfCharges: true,
  },
  vat: { title: 'VAT', sum: 'amount', rows: 'member', on: 'Date', what: 'For', amount: 'Amount', isOfCharges: true },
  taken: { title: 'Taken', sum: 'amount', rows: 'member', on: 'Paid', what: 'By', amount: 'Amount' },
  returned: { title: 'Went back', sum: 'amount', rows: 'member', on: 'On', what: 'Why', amount: 'Amount' },
  submitted: {
    title: 'Given to the bank',
    sum: 'rows',
    rows: 'member',
    on: 'Day of charge',
    what: 'State',
    amount: 'Amount',
  },
  failed: { title: 'Failed payments', sum: 'rows', rows: 'member', on: 'Day of charge', what: 'Why', amount: 'Amount' },
  recovered: {
    title: 'Recovered',
    sum: 'rows',
    rows: 'member',
    on: 'Day of charge',
    what: 'Why it had failed',
    amount: 'Amount',
  },
  debt: { title: 'Debt', sum: 'amount', rows: 'member', on: 'Oldest due', amount: 'Debt', count: 'Days past due' },
  sales: { title: 'Shop sales', sum: 'amount', rows: 'member', on: 'Sold', what: 'What', amount: 'Amount' },
  graded: { title: 'Graded', sum: 'rows', rows: 'member', on: 'Graded', what: 'Grade' },
  passed: { title: 'Passed', sum: 'rows', rows: 'member', on: 'Graded', what: 'Grade' },
  ready: { title: 'Ready to grade', sum: 'rows', rows: 'member', on: 'Last grading', what: 'Next grade' },
  sent: { title: 'Messages sent', sum: 'rows', rows: 'message', on: 'Sent', what: 'Subject' },
  bounced: { title: 'Bounced', sum: 'rows', rows: 'message', on: 'Sent', what: 'Why' },
  unsubscribed: { title: 'Unsubscribed', sum: 'rows', rows: 'member', on: 'On', what: 'From' },
  tasksDone: { title: 'Tasks done', sum: 'rows', rows: 'task', on: 'Done', what: 'By' },
  tasksOverdue: { title: 'Tasks overdue', sum: 'rows', rows: 'task', on: 'Due', what: 'Whose' },
}
