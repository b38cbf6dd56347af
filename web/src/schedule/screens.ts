import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const scheduleScreens: readonly ScreenRoute[] = [
  {
    path: '/tasks/club-schedule/{id}',
    title: 'Club schedule',
    load: () =>
      loadChunk(
        'club-schedule',
        () => import('./ClubSchedule.tsx'),
        ({ ClubScheduleScreen }) => ClubScheduleScreen,
      ),
  },
]
