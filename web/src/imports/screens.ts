import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const importScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/{id}/import',
    title: 'Import',
    load: () =>
      loadChunk(
        'imports',
        () => import('./Imports.tsx'),
        ({ Imports }) => Imports,
      ),
  },
  {
    path: '/clubadmin/{id}/import/{importId}',
    title: 'Import a file',
    load: () =>
      loadChunk(
        'import-view',
        () => import('./ImportView.tsx'),
        ({ ImportView }) => ImportView,
      ),
  },
]
