import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const exportScreens: readonly ScreenRoute[] = [
  {
    path: '/member/labels',
    title: 'Address labels',
    load: () =>
      loadChunk(
        'labels',
        () => import('./Labels.tsx'),
        ({ Labels }) => Labels,
      ),
  },
]
