import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const memberViewScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/club/member/view/{id}/{slug?}',
    title: 'Member',
    load: () =>
      loadChunk(
        'member-view',
        () => import('./MemberView.tsx'),
        ({ MemberView }) => MemberView,
      ),
  },
]
