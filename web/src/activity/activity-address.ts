import type { ActivityTab } from '@honbu/contract/activity.ts'

export const activityAddress = (tab: ActivityTab) => `/activity/${tab}`
