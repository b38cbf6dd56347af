import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const classScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/classes-and-events/class-roster/{id}',
    title: 'Roster',
    load: () =>
      loadChunk(
        'class-roster',
        () => import('./ClassRoster.tsx'),
        ({ ClassRoster }) => ClassRoster,
      ),
  },
]
