import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const joiningScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/club/member/create/{id?}',
    title: 'New member',
    load: () =>
      loadChunk(
        'create-member',
        () => import('./CreateMember.tsx'),
        ({ CreateMember }) => CreateMember,
      ),
  },
]
