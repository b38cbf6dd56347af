import { activityTabs } from '@honbu/contract/activity-tabs.ts'
import { createElement } from 'react'
import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'
import { activityAddress } from './activity-address.ts'
import { activityTitles } from './activity-tabs.ts'

/** `/activity/{tab}`: an address for each tab. */
export const activityScreens: readonly ScreenRoute[] = activityTabs.map(tab => ({
  path: activityAddress(tab),
  title: tab === 'all' ? 'Activity' : `Activity: ${activityTitles[tab].toLowerCase()}`,
  load: () =>
    loadChunk(
      'activity',
      () => import('./Activity.tsx'),
      ({ Activity }) =>
        () =>
          createElement(Activity, { tab }),
    ),
}))
