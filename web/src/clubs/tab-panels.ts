import type { ComponentType } from 'react'
import { loadChunk } from '../app/chunk.ts'
import { lazyScreen } from '../app/lazy-screen.tsx'
import type { ClubTab } from './club-tabs.ts'
import type { PanelProps } from './panel-props.ts'

/** A panel that is loaded when its tab is first opened; `name` stands for it where loading fails. */
const lazyPanel = <Module>(
  name: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<PanelProps>,
) => lazyScreen(() => loadChunk(name, load, pick))

/** The panels of Club Admin by the ids of club-tabs.ts. */
export const tabPanels: Readonly<Record<ClubTab, ComponentType<PanelProps>>> = {
  'club-schedule': lazyPanel(
    'club-schedule-tab',
    () => import('../schedule/Schedule.tsx'),
    m => m.Schedule,
  ),
  locations: lazyPanel(
    'locations-tab',
    () => import('../locations/LocationsTab.tsx'),
    m => m.LocationsTab,
  ),
  disciplines: lazyPanel(
    'disciplines-tab',
    () => import('../disciplines/DisciplinesTab.tsx'),
    m => m.DisciplinesTab,
  ),
  discounts: lazyPanel(
    'discounts-tab',
    () => import('../discounts/DiscountsTab.tsx'),
    m => m.DiscountsTab,
  ),
  members: lazyPanel(
    'members-tab',
    () => import('../directory/MembersTab.tsx'),
    m => m.MembersTab,
  ),
  'classes-and-events': lazyPanel(
    'classes-tab',
    () => import('../timetable/ClassesTab.tsx'),
    m => m.ClassesTab,
  ),
  products: lazyPanel(
    'products-tab',
    () => import('../shop/ProductsTab.tsx'),
    m => m.ProductsTab,
  ),
  'training-plans': lazyPanel(
    'training-plans-tab',
    () => import('../plans/PlansTab.tsx'),
    m => m.PlansTab,
  ),
  charging: lazyPanel(
    'charging-tab',
    () => import('../charging/ChargingTab.tsx'),
    m => m.ChargingTab,
  ),
  payouts: lazyPanel(
    'payouts-tab',
    () => import('../recovery/PayoutsTab.tsx'),
    m => m.PayoutsTab,
  ),
  settings: lazyPanel(
    'settings-tab',
    () => import('./SettingsTab.tsx'),
    m => m.SettingsTab,
  ),
  details: lazyPanel(
    'details-tab',
    () => import('./DetailsTab.tsx'),
    m => m.DetailsTab,
  ),
  users: lazyPanel(
    'users-tab',
    () => import('./UsersTab.tsx'),
    m => m.UsersTab,
  ),
}
