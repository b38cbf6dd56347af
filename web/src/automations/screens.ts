import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

/** What stands on the tab of Messaging, one by one. */
export const automationScreens: readonly ScreenRoute[] = [
  {
    path: '/messaging/automations/{clubId}/edit/{id?}',
    title: 'Automation',
    load: () =>
      loadChunk(
        'automation',
        () => import('./AutomationScreen.tsx'),
        ({ AutomationScreen }) => AutomationScreen,
      ),
  },
]
