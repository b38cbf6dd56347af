import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const form = () =>
  loadChunk(
    'discipline-form',
    () => import('./DisciplineForm.tsx'),
    ({ DisciplineForm }) => DisciplineForm,
  )

export const disciplineScreens: readonly ScreenRoute[] = [
  { path: '/clubadmin/{id}/disciplines/create', title: 'New discipline', load: form },
  { path: '/clubadmin/{id}/disciplines/edit/{disciplineId}', title: 'Edit discipline', load: form },
]
