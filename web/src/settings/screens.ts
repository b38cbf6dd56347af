import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const categoryForm = () =>
  loadChunk(
    'member-category-form',
    () => import('./MemberCategoryForm.tsx'),
    ({ MemberCategoryForm }) => MemberCategoryForm,
  )

export const settingsScreens: readonly ScreenRoute[] = [
  {
    path: '/settings/not-interested-reasons/{id}',
    title: 'Not-interested reasons',
    load: () =>
      loadChunk(
        'not-interested-reasons',
        () => import('./NotInterestedReasons.tsx'),
        ({ NotInterestedReasons }) => NotInterestedReasons,
      ),
  },
  {
    path: '/settings/member-categories/{id}',
    title: 'Member categories',
    load: () =>
      loadChunk(
        'member-categories',
        () => import('./MemberCategories.tsx'),
        ({ MemberCategories }) => MemberCategories,
      ),
  },
  { path: '/settings/member-categories/edit/{club_id}/{id}', title: 'Edit member category', load: categoryForm },
  { path: '/settings/member-categories/{club_id}/create', title: 'New member category', load: categoryForm },
]
