import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const marketingScreens: readonly ScreenRoute[] = [
  {
    path: '/marketing/{club_id}',
    title: 'Marketing',
    load: () =>
      loadChunk(
        'marketing',
        () => import('./Marketing.tsx'),
        ({ Marketing }) => Marketing,
      ),
  },
]
