import type { TabLink } from '../ui/Tabs.tsx'

/** The tabs of Messaging, in order: each is an address, `/messaging/{tab}/{clubId?}`, and has a title in the browser. */
export const messagingTabs = [
  ['templates', 'Templates', 'Message templates'],
  ['layouts', 'Layouts', 'Message layouts'],
  ['drafts', 'Drafts', 'Drafts of messages'],
  ['sent-items', 'Sent items', 'Sent items'],
  ['scheduled', 'Scheduled', 'Scheduled messages'],
  ['automations', 'Automations', 'Automations'],
] as const

export type MessagingTab = (typeof messagingTabs)[number][0]

/** @param clubId 0: all the clubs of the signed-in user */
export const messagingAddress = (tab: MessagingTab, clubId = 0) => `/messaging/${tab}${clubId > 0 ? `/${clubId}` : ''}`

export const messagingTabLinks = (clubId: number): TabLink[] =>
  messagingTabs.map(([id, text]) => ({ id, text, to: messagingAddress(id, clubId) }))
