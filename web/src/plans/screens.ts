import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const form = () =>
  loadChunk(
    'plan-form',
    () => import('./PlanForm.tsx'),
    ({ PlanForm }) => PlanForm,
  )

export const planScreens: readonly ScreenRoute[] = [
  {
    path: '/training-plans/{id}',
    title: 'Training plans',
    load: () =>
      loadChunk(
        'training-plans',
        () => import('./TrainingPlans.tsx'),
        ({ TrainingPlans }) => TrainingPlans,
      ),
  },
  {
    path: '/training-plans/{club_id}/{id}',
    title: 'Training plan',
    load: () =>
      loadChunk(
        'training-plan',
        () => import('./PlanView.tsx'),
        ({ PlanView }) => PlanView,
      ),
  },
  { path: '/training-plan/update/{club_id}/{id}', title: 'Update training plan', load: form },
  { path: '/training-plan/create/{club_id}', title: 'New training plan', load: form },
  {
    path: '/training-plan/prices/{club_id}/{id}',
    title: 'Change prices for members',
    load: () =>
      loadChunk(
        'price-change',
        () => import('./PriceChangeForm.tsx'),
        ({ PriceChangeForm }) => PriceChangeForm,
      ),
  },
]
