import type { ActivityTab } from '@honbu/contract/activity-tabs.ts'

export const activityAddress = (tab: ActivityTab) => `/activity/${tab}`
