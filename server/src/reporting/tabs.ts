import type { Count, ReportTab } from '@honbu/contract/kpis.ts'
import type { Read } from '../platform/route.ts'
import type { Report, Section } from './sections.ts'
import { attendance } from './tabs/attendance.ts'
import { classes } from './tabs/classes.ts'
import { debt } from './tabs/debt.ts'
import { finance } from './tabs/finance.ts'
import { gradings } from './tabs/gradings.ts'
import { management } from './tabs/management.ts'
import { members } from './tabs/members.ts'
import { messages } from './tabs/messages.ts'
import { retention } from './tabs/retention.ts'
import { sales } from './tabs/sales.ts'
import { staff } from './tabs/staff.ts'

/** A tab of the reports, below its figures. */
export interface Tab {
  /** What its tables of the period are made from, besides what the figures are, and what its tables of months are. */
  readonly needs: ReadonlySet<Count>
  readonly needsByMonth: ReadonlySet<Count>
  readonly sections: (read: Read, report: Report) => Promise<Section[]>
}

export const tabs: Readonly<Record<ReportTab, Tab>> = {
  management,
  members,
  retention,
  attendance,
  classes,
  gradings,
  sales,
  finance,
  debt,
  messages,
  staff,
}
