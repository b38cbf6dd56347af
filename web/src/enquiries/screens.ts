import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const enquiryScreens: readonly ScreenRoute[] = [
  {
    path: '/settings/enquiry-form/{id}',
    title: 'Enquiry form',
    load: () =>
      loadChunk(
        'enquiry-form',
        () => import('./EnquiryForm.tsx'),
        ({ EnquiryForm }) => EnquiryForm,
      ),
  },
]
