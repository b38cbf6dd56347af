import { type ActivityTab, activityTabs } from '@honbu/contract/activity-tabs.ts'
import type { TabLink } from '../ui/Tabs.tsx'
import { activityAddress } from './activity-address.ts'

export const activityTitles: Readonly<Record<ActivityTab, string>> = {
  all: 'All',
  members: 'Members',
  money: 'Money',
  messages: 'Messages',
  classes: 'Classes',
  security: 'Security',
  changes: 'Changes',
}

export const activityTabLinks: TabLink[] = activityTabs.map(tab => ({
  id: tab,
  text: activityTitles[tab],
  to: activityAddress(tab),
}))
