import type { ComponentType } from 'react'
import { loadChunk } from '../app/chunk.ts'
import { lazyScreen } from '../app/lazy-screen.tsx'
import type { MessagingTab } from './messaging-tabs.ts'
import type { MessagingPanelProps } from './panel-props.ts'

/** A panel that is loaded when its tab is first opened; `name` stands for it where loading fails. */
const lazyMessagingPanel = <Module>(
  name: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<MessagingPanelProps>,
) => lazyScreen(() => loadChunk(name, load, pick))

/** The panels by the ids of messaging-tabs.ts. */
export const messagingPanels: Readonly<Record<MessagingTab, ComponentType<MessagingPanelProps>>> = {
  templates: lazyMessagingPanel(
    'templates',
    () => import('../templates/TemplatesTab.tsx'),
    m => m.TemplatesTab,
  ),
  layouts: lazyMessagingPanel(
    'layouts',
    () => import('../templates/LayoutsTab.tsx'),
    m => m.LayoutsTab,
  ),
  drafts: lazyMessagingPanel(
    'message-drafts',
    () => import('./DraftsPanel.tsx'),
    m => m.DraftsPanel,
  ),
  'sent-items': lazyMessagingPanel(
    'sent-items',
    () => import('./SentItemsPanel.tsx'),
    m => m.SentItemsPanel,
  ),
  scheduled: lazyMessagingPanel(
    'scheduled-messages',
    () => import('./ScheduledPanel.tsx'),
    m => m.ScheduledPanel,
  ),
  automations: lazyMessagingPanel(
    'automations',
    () => import('../automations/AutomationsTab.tsx'),
    ({ AutomationsTab }) => AutomationsTab,
  ),
}
