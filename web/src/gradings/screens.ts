import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const gradingScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/classes-and-events/grading-class-roster/{id}',
    title: 'Grading roster',
    load: () =>
      loadChunk(
        'grading-roster',
        () => import('./GradingRoster.tsx'),
        ({ GradingRoster }) => GradingRoster,
      ),
  },
]
