import { queries } from './queries.ts'
import { sidebarQuery } from './shell/sidebar-query.ts'

/** Addresses without their last part, and the screens that they lead to. `{club}` is the user's first club. */
export const shortcuts: readonly (readonly [from: string, to: string])[] = [
  ['/clubadmin/{id}', '/clubadmin/{id}/club-schedule'],
  ['/messaging', '/messaging/sent-items'],
  ['/reporting', '/reporting/management'],
  ['/activity', '/activity/all'],
  ['/tasks', '/tasks/member-task-list/0'],
  ['/tasks/member-task-list', '/tasks/member-task-list/0'],
  ['/tasks/club-schedule', '/tasks/club-schedule/{club}'],
  ['/training-plans', '/training-plans/{club}'],
  ['/marketing', '/marketing/{club}'],
  ['/settings/not-interested-reasons', '/settings/not-interested-reasons/{club}'],
  ['/settings/member-categories', '/settings/member-categories/{club}'],
  ['/settings/enquiry-form', '/settings/enquiry-form/{club}'],
]

/** Returns the address that a shortcut leads to; the dashboard for a user without a club. */
export async function shortcutTo(to: string, params: Readonly<Record<string, string | undefined>>): Promise<string> {
  const address = to.replace('{id}', params.id ?? '')
  if (!address.includes('{club}')) return address
  const { clubs } = await queries.fetchQuery(sidebarQuery)
  const [first] = clubs
  return first ? address.replace('{club}', String(first.id)) : '/dashboard'
}
