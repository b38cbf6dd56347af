import { type ActivityTab, activityTabs } from '@honbu/contract/activity.ts'
import type { TabLink } from '../ui/Tabs.tsx'

export const activityTitles: Readonly<Record<ActivityTab, string>> = {
  all: 'All',
  members: 'Members',
  money: 'Money',
  messages: 'Messages',
  classes: 'Classes',
  'sign-ins': 'Sign-ins',
  changes: 'Changes',
}

export const activityAddress = (tab: ActivityTab) => `/activity/${tab}`

export const activityTabLinks: TabLink[] = activityTabs.map(tab => ({
  id: tab,
  text: activityTitles[tab],
  to: activityAddress(tab),
}))
