import type { Count, ReportTab } from '@honbu/contract/kpis.ts'
import type { Read } from '../platform/route.ts'
import type { Report, Section } from './sections.ts'
import { attendance } from './tabs/attendance.ts'
import { classes } from './tabs/classes.ts'
import { management } from './tabs/management.ts'
import { members } from './tabs/members.ts'
import { retention } from './tabs/retention.ts'

/** A tab of the reports, below its figures. */
export interface Tab {
  /** What its tables of the period are made from, besides what the figures are, and what its tables of months are. */
  readonly needs: ReadonlySet<Count>
  readonly needsByMonth: ReadonlySet<Count>
  readonly sections: (read: Read, report: Report) => Promise<Section[]>
}

const nothing: Tab = { needs: new Set(), needsByMonth: new Set(), sections: async () => [] }

export const tabs: Readonly<Record<ReportTab, Tab>> = {
  management,
  members,
  retention,
  attendance,
  classes,
  gradings: nothing,
  sales: nothing,
  finance: nothing,
  debt: nothing,
  messages: nothing,
  staff: nothing,
}
