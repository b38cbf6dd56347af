import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

const form = () =>
  loadChunk(
    'product-form',
    () => import('./ProductForm.tsx'),
    ({ ProductForm }) => ProductForm,
  )

export const shopScreens: readonly ScreenRoute[] = [
  {
    path: '/clubadmin/{id}/product/index',
    title: 'Products',
    load: () =>
      loadChunk(
        'products',
        () => import('./Products.tsx'),
        ({ Products }) => Products,
      ),
  },
  {
    path: '/clubadmin/{id}/product/categories',
    title: 'Product categories',
    load: () =>
      loadChunk(
        'product-categories',
        () => import('./ProductCategories.tsx'),
        ({ ProductCategories }) => ProductCategories,
      ),
  },
  {
    path: '/clubadmin/{id}/product/variants',
    title: 'Product variants',
    load: () =>
      loadChunk(
        'product-variants',
        () => import('./ProductVariants.tsx'),
        ({ ProductVariants }) => ProductVariants,
      ),
  },
  {
    path: '/clubadmin/{id}/product/view/{productId}',
    title: 'Product',
    load: () =>
      loadChunk(
        'product-view',
        () => import('./ProductView.tsx'),
        ({ ProductView }) => ProductView,
      ),
  },
  { path: '/clubadmin/{id}/product/create', title: 'New product', load: form },
  { path: '/clubadmin/{id}/product/edit/{productId}', title: 'Edit product', load: form },
]
