import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'
import { readAhead } from './read-ahead.ts'

const dashboard = () =>
  loadChunk(
    'dashboard',
    () => import('./Dashboard.tsx'),
    ({ Dashboard }) => Dashboard,
  )

export const dashboardScreens: readonly ScreenRoute[] = [
  { path: '/', title: 'Dashboard', load: dashboard, readAhead },
  { path: '/dashboard', title: 'Dashboard', load: dashboard, readAhead },
]
