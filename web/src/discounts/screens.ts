import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

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
  {
    path: '/clubadmin/discounts/club/create',
    title: 'New club discount',
    load: () =>
      loadChunk(
        'new-discount',
        () => import('./DiscountForm.tsx'),
        ({ NewDiscount }) => NewDiscount,
      ),
  },
  {
    path: '/clubadmin/discounts/club/update',
    title: 'Update club discount',
    load: () =>
      loadChunk(
        'edit-discount',
        () => import('./DiscountForm.tsx'),
        ({ EditDiscount }) => EditDiscount,
      ),
  },
]
