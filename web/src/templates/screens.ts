import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const form = () =>
  loadChunk(
    'template-form',
    () => import('./TemplateForm.tsx'),
    ({ TemplateForm }) => TemplateForm,
  )

export const templateScreens: readonly ScreenRoute[] = [
  { path: '/messaging/templates/{clubId}/create/{id}', title: 'New template', load: form },
  { path: '/messaging/templates/{clubId}/edit/{id?}', title: 'Edit template', load: form },
  {
    path: '/messaging/templates/view/{id?}',
    title: 'Template',
    load: () =>
      loadChunk(
        'template-view',
        () => import('./TemplateView.tsx'),
        ({ TemplateView }) => TemplateView,
      ),
  },
  {
    path: '/messaging/layouts/{clubId}/create/{id}',
    title: 'Layout',
    load: () =>
      loadChunk(
        'layout-form',
        () => import('./LayoutForm.tsx'),
        ({ LayoutForm }) => LayoutForm,
      ),
  },
]
