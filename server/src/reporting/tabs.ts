import type { Count, ReportTab } from '@honbu/contract/kpis.ts'
import type { Read } from '../platform/route.ts'
import type { Report, Section } from './sections.ts'
import { members } from './tabs/members.ts'

/** A tab of the reports, below its figures. */
export interface Tab {
  /** What its tables are made from, besides what the figures are. */
  readonly needs: readonly Count[]
  readonly sections: (read: Read, report: Report) => Promise<Section[]>
}

const nothing: Tab = { needs: [], sections: async () => [] }

export const tabs: Readonly<Record<ReportTab, Tab>> = {
  management: nothing,
  members,
  retention: nothing,
  attendance: nothing,
  classes: nothing,
  gradings: nothing,
  sales: nothing,
  finance: nothing,
  debt: nothing,
  messages: nothing,
  staff: nothing,
}
