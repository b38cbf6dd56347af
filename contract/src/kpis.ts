import { attendanceKpis } from './kpis/attendance.ts'
import { financeKpis } from './kpis/finance.ts'
import { gradingKpis } from './kpis/gradings.ts'
import { memberKpis } from './kpis/members.ts'
import { messageKpis } from './kpis/messages.ts'
import { retentionKpis } from './kpis/retention.ts'
import { salesKpis } from './kpis/sales.ts'
import { staffKpis } from './kpis/staff.ts'
import type { ReportTab } from './report-tabs.ts'

/**
 * Every figure of the reports, each with its definition in words and in code, once. A figure is computed from what was
 * counted (`Counted`): plain sums, which may be added up over clubs. So the figure of several clubs is the formula over
 * their added counts, never an average of their figures.
 */
export const kpis = {
  ...memberKpis,
  ...retentionKpis,
  ...attendanceKpis,
  ...gradingKpis,
  ...salesKpis,
  ...financeKpis,
  ...messageKpis,
  ...staffKpis,
}

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
    'collected',
    'pending',
    'collectionRate',
    'taken',
    'returned',
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
