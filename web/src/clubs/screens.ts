import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'
import { clubTabs } from './club-tabs.ts'

const clubForm = () =>
  loadChunk(
    'club-form',
    () => import('./ClubForm.tsx'),
    ({ ClubForm }) => ClubForm,
  )

export const clubScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/{id}/{tab}',
    title: 'Club Admin',
    tabs: clubTabs.map(([id]) => id),
    load: () =>
      loadChunk(
        'club-admin',
        () => import('./ClubAdmin.tsx'),
        ({ ClubAdmin }) => ClubAdmin,
      ),
  },
  { path: '/club/create', title: 'New club', load: clubForm },
  { path: '/clubadmin/{id}/details/update', title: 'Update club', load: clubForm },
  {
    path: '/clubadmin/{id}/users/edit',
    title: 'Edit users',
    load: () =>
      loadChunk(
        'edit-users',
        () => import('./EditUsers.tsx'),
        ({ EditUsers }) => EditUsers,
      ),
  },
]
