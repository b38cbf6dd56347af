import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const directoryScreens: readonly ScreenRoute[] = [
  {
    path: '/member/search',
    title: 'All Members',
    load: () =>
      loadChunk(
        'all-members',
        () => import('./AllMembers.tsx'),
        ({ AllMembers }) => AllMembers,
      ),
  },
]
