import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const form = () =>
  loadChunk(
    'location-form',
    () => import('./LocationForm.tsx'),
    ({ LocationForm }) => LocationForm,
  )

export const locationScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/{clubId}/locations/view/{id}',
    title: 'Location',
    load: () =>
      loadChunk(
        'location-view',
        () => import('./LocationView.tsx'),
        ({ LocationView }) => LocationView,
      ),
  },
  { path: '/clubadmin/{id}/locations/create', title: 'New location', load: form },
  { path: '/clubadmin/{id}/locations/edit/{locationId}', title: 'Edit location', load: form },
]
