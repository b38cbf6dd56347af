import { reportTabs } from '@honbu/contract/kpis.ts'
import { reportTitles } from '@honbu/contract/report-words.ts'
import { createElement } from 'react'
import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'
import { reportAddress } from './report-address.ts'

/** `/reporting/{tab}`: an address for each tab. */
export const reportScreens: readonly ScreenRoute[] = reportTabs.map(tab => ({
  path: reportAddress(tab),
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
