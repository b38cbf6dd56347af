/** The tabs of `/reporting/{tab}`. */
export const reportTabs = [
  'management',
  'members',
  'retention',
  'attendance',
  'classes',
  'gradings',
  'sales',
  'finance',
  'debt',
  'messages',
  'staff',
] as const
export type ReportTab = (typeof reportTabs)[number]

/** What the tabs of `/reporting/{tab}` are called. */
export const reportTitles: Readonly<Record<ReportTab, string>> = {
  management: 'Management',
  members: 'Members',
  retention: 'Retention',
  attendance: 'Attendance',
  classes: 'Classes',
  gradings: 'Gradings',
  sales: 'Sales and leads',
  finance: 'Finance',
  debt: 'Debt',
  messages: 'Messages',
  staff: 'Staff',
}
