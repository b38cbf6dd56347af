import { reportTabs, reportTitles } from '@honbu/contract/report-tabs.ts'
import { createElement } from 'react'
import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

/** `/reporting/{tab}`: an address for each tab. */
export const reportScreens: readonly ScreenRoute[] = reportTabs.map(tab => ({
  // Not by report-address.ts, which knows every list: this is in the first chunk.
  path: `/reporting/${tab}`,
  title: `Reporting: ${reportTitles[tab].toLowerCase()}`,
  load: () =>
    loadChunk(
      'reporting',
      () => import('./Reporting.tsx'),
      ({ Reporting }) =>
        () =>
          createElement(Reporting, { tab }),
    ),
}))
