import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const firstHourScreens: readonly ScreenRoute[] = [
  {
    path: '/settings/set-up/{id}',
    title: 'Set-up guide',
    load: () =>
      loadChunk(
        'set-up-guide',
        () => import('./SetUpGuide.tsx'),
        ({ SetUpGuide }) => SetUpGuide,
      ),
  },
]
