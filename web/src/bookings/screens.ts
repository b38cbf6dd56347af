import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const bookingScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/classes-and-events/{club_id}/class-availability/{class_id}',
    title: 'Class availability',
    load: () =>
      loadChunk(
        'class-availability',
        () => import('./ClassAvailability.tsx'),
        ({ ClassAvailability }) => ClassAvailability,
      ),
  },
]
