import { createElement } from 'react'
import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'
import { messagingTabs } from './messaging-tabs.ts'

/** `/messaging/{tab}/{id?}`: an address for each tab, so that each has a title of its own. */
export const messageScreens: readonly ScreenRoute[] = messagingTabs.map(([tab, , title]) => ({
  path: `/messaging/${tab}/{id?}`,
  title,
  load: () =>
    loadChunk(
      'messaging',
      () => import('./Messaging.tsx'),
      ({ Messaging }) =>
        () =>
          createElement(Messaging, { tab }),
    ),
}))

/** Writing a message. */
export const createMessageScreens: readonly ScreenRoute[] = [
  {
    path: '/create-message/{clubId?}/{templateId?}',
    title: 'Send a Message',
    load: () =>
      loadChunk(
        'create-message',
        () => import('./CreateMessage.tsx'),
        m => m.CreateMessage,
      ),
  },
]
