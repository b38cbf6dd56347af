import type { ReportTab } from '@honbu/contract/report-tabs.ts'
import type { Tab } from './tab.ts'
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
