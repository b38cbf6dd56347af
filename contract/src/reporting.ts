import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club, figures } from './guards.ts'
import type { ReportListName } from './kpis/kpi.ts'
import { type KpiName, kpis } from './kpis.ts'
import { reportLists } from './report-lists.ts'
import { reportTabs } from './report-tabs.ts'

/** Keys of a table as z.enum wants them. */
const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as [K, ...K[]]

const kpiName = z.enum(keysOf<KpiName>(kpis))

/** Which clubs and days: left out, all the user's clubs, and this month. Both days belong to the period. */
const scope = {
  clubIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(500))),
  from: z.optional(date),
  until: z.optional(date),
}

const unit = z.enum(['text', 'date', 'month', 'count', 'money', 'percent', 'decimal', 'months', 'days'])

const cell = z.nullable(z.union([z.string(), z.number()]))

/**
 * A part of a report: always a table (so that it can be read without seeing colours, exported and sent), and how it is
 * drawn where a picture says it faster. The first column names the rows; a drawing shows one line or colour for each
 * other column that has `isDrawn`.
 */
const Section = z.object({
  key: z.string(),
  title: z.string(),
  /** What is counted, behind the "i"; '' for nothing. */
  words: z.string(),
  draw: z.nullable(z.enum(['line', 'bar', 'stack', 'heat'])),
  columns: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      unit,
      isDrawn: z.boolean(),
      /** What a number of this column opens: a list, in the report's scope, narrowed by the row's `where`. */
      list: z.nullable(z.enum(keysOf<ReportListName>(reportLists))),
    }),
  ),
  rows: z.array(
    z.object({
      cells: z.array(cell),
      where: z.optional(
        z.object({
          clubId: z.optional(id),
          from: z.optional(date),
          until: z.optional(date),
          /** Whatever the section's rows stand for: the id of a class, an age of debts. The list knows what it means. */
          group: z.optional(z.string()),
        }),
      ),
    }),
  ),
  /** The same columns over all rows; null where adding up says nothing. */
  total: z.nullable(z.array(cell)),
})

/** A figure of a report beside those it is compared with; null: nothing can be said. Pounds; per cent are 0 to 100. */
const Figure = z.object({
  kpi: kpiName,
  value: z.nullable(z.number()),
  /** In the period before, to the same day of it where this one still runs; a year before; the median of other clubs. */
  before: z.nullable(z.number()),
  yearBefore: z.nullable(z.number()),
  others: z.nullable(z.number()),
})

export const getReportClubs = get('/api/reporting/GetReportClubs', {
  summary: 'The clubs whose reports the signed-in user sees, by name.',
  access: 'signedIn',
  output: z.array(
    z.object({
      id,
      name: z.string(),
      /** Sees what is about the club's money. */
      isAdmin: z.boolean(),
      /** Opens the lists behind the figures too; otherwise the club's figures are all they see of it. */
      isOpen: z.boolean(),
    }),
  ),
})

export const getReport = ask('/api/reporting/GetReport', {
  summary:
    'A tab of the reports: its figures against the period before, the year before and the other clubs of the tree (the ' +
    'median of at least three), and its tables. Figures of several clubs are computed from their added counts. Where the ' +
    'user sees the figures alone of one of the clubs, what names people is left out.',
  access: figures(club('clubIds')),
  onReplica: true,
  input: { tab: z.enum(reportTabs), ...scope },
  output: z.object({
    tab: z.enum(reportTabs),
    clubs: z.array(z.object({ id, name: z.string() })),
    /**
     * The clubs among them that the user can't open. If there are any, no number opens a list, and we leave out tables
     * and columns that name people or show what someone wrote about them.
     */
    figuresOnlyOf: z.array(id),
    from: date,
    until: date,
    today: date,
    /** ISO 8601, UTC: all that had been written by then is in the figures. */
    asOf: z.string(),
    figures: z.array(Figure),
    sections: z.array(Section),
  }),
})

/** What every list behind a figure can be filtered and sorted by. */
export const reportListColumns = columns({
  name: { type: 'string', title: 'Name' },
  clubName: { type: 'string', title: 'Club' },
  on: { type: 'date', title: 'On' },
  what: { type: 'string', title: 'What' },
  amount: { type: 'number', title: 'Amount' },
  count: { type: 'number', title: 'Count' },
})

export const getReportList = ask('/api/reporting/GetReportList', {
  summary:
    'The rows that a figure of the reports counts, as a grid, with what they add up to: the same clubs, days and group give ' +
    'the same figure.',
  access: club('clubIds'),
  onReplica: true,
  input: {
    ...gridInput,
    list: z.enum(keysOf<ReportListName>(reportLists)),
    ...scope,
    group: z.optional(z.string().check(z.maxLength(50))),
  },
  output: z.extend(
    gridPage(
      z.object({
        /** The member's, the class's, the task's or the message's: as `rows` of the list says. */
        id,
        /** Unique among the rows. */
        key: z.string(),
        name: z.string(),
        /** The member's number; null where a row is no member's. */
        code: z.nullable(z.string()),
        clubId: id,
        clubName: z.string(),
        memberStatusId: z.nullable(z.int()),
        on: z.nullable(date),
        what: z.string(),
        /** What was charged, by its category; null where the rows are no charges, or one has none. */
        category: z.nullable(z.string()),
        /** The VAT rate of a charge in percent, and the pounds of the amount that are VAT; null without VAT. */
        vatPercent: z.nullable(z.number()),
        vat: z.nullable(z.number()),
        /** Pounds. */
        amount: z.nullable(z.number()),
        count: z.nullable(z.number()),
      }),
    ),
    {
      /** Over all rows that are found: pounds, and the added counts. */
      amount: z.number(),
      count: z.number(),
    },
  ),
})
