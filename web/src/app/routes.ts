import type { ComponentType } from 'react'
import { clubTabs } from '../clubs/club-tabs.ts'
import { notBuilt } from '../not-built/not-built.ts'
import { loadChunk } from './chunk.ts'

/** A screen: its address as the specification writes it, the title in the browser's tab, and where it is loaded from. */
export interface ScreenRoute {
  readonly path: string
  readonly title: string
  readonly load: () => Promise<ComponentType>
  /** What `{tab}` may be; left out: anything. */
  readonly tabs?: readonly string[]
}

const dashboard = () =>
  loadChunk(
    'dashboard',
    () => import('../clubs/Dashboard.tsx'),
    ({ Dashboard }) => Dashboard,
  )

const built: readonly ScreenRoute[] = [
  { path: '/', title: 'Dashboard', load: dashboard },
  { path: '/dashboard', title: 'Dashboard', load: dashboard },
  {
    path: '/clubadmin/{id}/{tab}',
    title: 'Club Admin',
    tabs: clubTabs.map(([id]) => id),
    load: () =>
      loadChunk(
        'club-admin',
        () => import('../clubs/ClubAdmin.tsx'),
        ({ ClubAdmin }) => ClubAdmin,
      ),
  },
  {
    path: '/tasks/club-schedule/{id}',
    title: 'Club schedule',
    load: () =>
      loadChunk(
        'club-schedule',
        () => import('../clubs/ClubSchedule.tsx'),
        ({ ClubScheduleScreen }) => ClubScheduleScreen,
      ),
  },
  {
    path: '/clubadmin/classes-and-events/class-roster/{id}',
    title: 'Roster',
    load: () =>
      loadChunk(
        'class-roster',
        () => import('../classes/ClassRoster.tsx'),
        ({ ClassRoster }) => ClassRoster,
      ),
  },
]

const notYet = () =>
  loadChunk(
    'not-built',
    () => import('../not-built/NotBuilt.tsx'),
    ({ NotBuilt }) => NotBuilt,
  )

/** Every application route of the specification, section 2. */
export const screens: readonly ScreenRoute[] = [
  ...built,
  ...notBuilt.map(([path, title]) => ({ path, title, load: notYet })),
]

/** `/clubadmin/{id}/{tab?}` as the router writes it. */
export const routerPath = (path: string): string =>
  path.replace(/\{(\w+)(\?)?\}/g, (_, name: string, optional?: string) => (optional ? `{-$${name}}` : `$${name}`))

/** Ids are whole numbers and tabs are known; anything else is not an address of this screen. */
export function isAddressOf({ tabs }: Pick<ScreenRoute, 'tabs'>, params: Readonly<Record<string, string | undefined>>) {
  return Object.entries(params).every(([name, value = '0']) => {
    if (name === 'slug') return true
    if (name === 'tab') return tabs?.includes(value) ?? true
    return /^\d{1,15}$/.test(value)
  })
}
