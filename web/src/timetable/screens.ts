import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const form = () =>
  loadChunk(
    'class-form',
    () => import('./ClassForm.tsx'),
    ({ ClassForm }) => ClassForm,
  )

export const timetableScreens: readonly ScreenRoute[] = [
  { path: '/clubadmin/{id}/classes-and-events/create', title: 'New class or event', load: form },
  { path: '/clubadmin/{id}/classes-and-events/edit/{classId}', title: 'Edit class or event', load: form },
  {
    path: '/clubadmin/{id}/classes-and-events/week',
    title: 'Type your week',
    load: () =>
      loadChunk(
        'type-week',
        () => import('./TypeWeek.tsx'),
        ({ TypeWeek }) => TypeWeek,
      ),
  },
  {
    path: '/clubadmin/classes-and-events/view/{id}',
    title: 'Class or event',
    load: () =>
      loadChunk(
        'class-view',
        () => import('./ClassView.tsx'),
        ({ ClassView }) => ClassView,
      ),
  },
]
