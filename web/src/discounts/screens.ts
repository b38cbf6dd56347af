import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const form = () =>
  loadChunk(
    'discount-form',
    () => import('./DiscountForm.tsx'),
    ({ DiscountForm }) => DiscountForm,
  )

export const discountScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/discounts',
    title: 'Discounts',
    load: () =>
      loadChunk(
        'discounts',
        () => import('./DiscountList.tsx'),
        ({ DiscountList }) => DiscountList,
      ),
  },
  {
    path: '/clubadmin/discounts/view/{id?}',
    title: 'Discount',
    load: () =>
      loadChunk(
        'discount-view',
        () => import('./DiscountView.tsx'),
        ({ DiscountView }) => DiscountView,
      ),
  },
  { path: '/clubadmin/discounts/club/create', title: 'New club discount', load: form },
  { path: '/clubadmin/discounts/club/update', title: 'Update club discount', load: form },
]
