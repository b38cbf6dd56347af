import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const orderScreens: readonly ScreenRoute[] = [
  {
    path: '/tasks/member-order/{id}',
    title: 'Order processing',
    load: () =>
      loadChunk(
        'member-order',
        () => import('./MemberOrder.tsx'),
        ({ MemberOrder }) => MemberOrder,
      ),
  },
  {
    path: '/clubadmin/{id}/product/hand-out',
    title: 'Hand out pre-orders',
    load: () =>
      loadChunk(
        'hand-outs',
        () => import('./HandOuts.tsx'),
        ({ HandOuts }) => HandOuts,
      ),
  },
]
