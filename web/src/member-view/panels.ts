import type { ComponentType } from 'react'
import { loadChunk } from '../app/chunk.ts'
import { lazyScreen } from '../app/lazy-screen.tsx'
import type { MemberTab } from './member-tabs.ts'
import type { MemberPanelProps } from './panel-props.ts'

/** A panel that is loaded when its tab is first opened; `name` stands for it where loading fails. */
const lazyPanel = <Module>(
  name: string,
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<MemberPanelProps>,
) => lazyScreen(() => loadChunk(name, load, pick))

/** The panels of the member view by the ids of member-tabs.ts. */
export const memberPanels: Readonly<Record<MemberTab, ReturnType<typeof lazyScreen<MemberPanelProps>>>> = {
  summary: lazyPanel(
    'member-summary',
    () => import('./SummaryPanel.tsx'),
    m => m.SummaryPanel,
  ),
  membership: lazyPanel(
    'member-membership',
    () => import('../membership/MembershipPanel.tsx'),
    m => m.MembershipPanel,
  ),
  grades: lazyPanel(
    'member-grades',
    () => import('../membership/GradesPanel.tsx'),
    m => m.GradesPanel,
  ),
  classes: lazyPanel(
    'member-classes',
    () => import('./ClassesPanel.tsx'),
    m => m.ClassesPanel,
  ),
  money: lazyPanel(
    'member-money',
    () => import('../billing/MoneyPanel.tsx'),
    m => m.MoneyPanel,
  ),
  tags: lazyPanel(
    'member-tags',
    () => import('../tags/TagsPanel.tsx'),
    m => m.TagsPanel,
  ),
  notes: lazyPanel(
    'member-notes',
    () => import('../notes/NotesPanel.tsx'),
    m => m.NotesPanel,
  ),
  contacts: lazyPanel(
    'member-contacts',
    () => import('../people/ContactsPanel.tsx'),
    m => m.ContactsPanel,
  ),
  linked: lazyPanel(
    'member-linked',
    () => import('../people/LinkedPanel.tsx'),
    m => m.LinkedPanel,
  ),
  documents: lazyPanel(
    'member-documents',
    () => import('../papers/DocumentsPanel.tsx'),
    m => m.DocumentsPanel,
  ),
  bookings: lazyPanel(
    'member-bookings',
    () => import('./BookingsPanel.tsx'),
    m => m.BookingsPanel,
  ),
  messages: lazyPanel(
    'member-messages',
    () => import('./MessagesPanel.tsx'),
    m => m.MessagesPanel,
  ),
}
