import { loadChunk } from '../app/chunk.ts'
import type { ScreenRoute } from '../app/screen-route.ts'

export const taskScreens: readonly ScreenRoute[] = [
  {
    path: '/tasks/member-task-list/{id}',
    title: 'My Task List',
    load: () =>
      loadChunk(
        'task-list',
        () => import('./TaskList.tsx'),
        ({ TaskList }) => TaskList,
      ),
  },
  {
    path: '/tasks/notifications',
    title: 'Task notifications',
    load: () =>
      loadChunk(
        'task-notifications',
        () => import('./TaskNotifications.tsx'),
        ({ TaskNotifications }) => TaskNotifications,
      ),
  },
]
