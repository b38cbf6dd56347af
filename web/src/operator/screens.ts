import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const operatorScreens: readonly ScreenRoute[] = [
  {
    path: '/operator/{tab?}',
    title: 'Operator',
    load: () =>
      loadChunk(
        'operator',
        () => import('./Operator.tsx'),
        m => m.Operator,
      ),
  },
]
