import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const peopleScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/club/member/update/{id}',
    title: 'Update member',
    load: () =>
      loadChunk(
        'update-member',
        () => import('./UpdateMember.tsx'),
        ({ UpdateMember }) => UpdateMember,
      ),
  },
]
