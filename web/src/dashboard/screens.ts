import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const dashboard = () =>
  loadChunk(
    'dashboard',
    () => import('./Dashboard.tsx'),
    ({ Dashboard }) => Dashboard,
  )

export const dashboardScreens: readonly ScreenRoute[] = [
  { path: '/', title: 'Dashboard', load: dashboard },
  { path: '/dashboard', title: 'Dashboard', load: dashboard },
]
