import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const start = () =>
  loadChunk(
    'new-discipline',
    () => import('./NewDiscipline.tsx'),
    ({ NewDiscipline }) => NewDiscipline,
  )

const form = () =>
  loadChunk(
    'discipline-form',
    () => import('./DisciplineForm.tsx'),
    ({ DisciplineForm }) => DisciplineForm,
  )

export const disciplineScreens: readonly ScreenRoute[] = [
  { path: '/clubadmin/{id}/disciplines/create', title: 'New discipline', load: start },
  { path: '/clubadmin/{id}/disciplines/edit/{disciplineId}', title: 'Edit discipline', load: form },
]
