import { getSidebarConfig } from '@honbu/contract/my-clubs.ts'
import { readQuery } from '../api.ts'

/** Specification, section 9: attempts to load the sidebar, and milliseconds between them. */
const attempts = 5
const pause = 800

/** How the sidebar is read, by itself and ahead of it. */
export const sidebarQuery = {
  ...readQuery(getSidebarConfig, {}),
  // A failed attempt counts without a network too.
  retry: (failures: number) => failures < attempts - 1 && navigator.onLine,
  retryDelay: pause,
  networkMode: 'always',
  staleTime: 30_000,
} as const
