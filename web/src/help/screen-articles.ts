import type { HelpAddress, ScreenHelp } from '../ui/screen-help.ts'

/**
 * Which article a screen leads to, as `{category}/{article}`, behind a word where it is one of another help. By the screen's
 * path, or what it begins with; a screen with tabs may have one for each, and '' for all others. A test compares it with
 * the routes and the articles, and names the screens that have none.
 */
const articles: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  '/': '9/dashboard-figures',
  '/dashboard': '9/dashboard-figures',
  '/reporting': '9/reports-and-figures',
  '/activity': '8/activity-log',
  '/member/search': '2/find-members',
  '/member/labels': '2/export-and-labels',
  '/club/create': '1/set-up-your-club',
  '/clubadmin/{id}/{tab}': {
    '': '1/set-up-your-club',
    'club-schedule': '3/the-schedule',
    details: '8/club-details',
    'classes-and-events': '3/create-a-class',
    locations: '3/rooms-and-venues',
    disciplines: '4/disciplines-and-grades',
    users: '8/people-and-rights',
    members: '2/find-members',
    products: '6/products-and-stock',
    discounts: '5/discounts',
    'training-plans': '5/training-plans',
    charging: '6/charging',
    payouts: '6/payouts',
    settings: '8/club-settings',
  },
  '/clubadmin/{id}/details/update': '8/club-details',
  '/settings/set-up/{id}': '1/set-up-your-club',
  '/clubadmin/{id}/users/edit': '8/people-and-rights',
  '/clubadmin/{id}/import': '1/import-members',
  '/clubadmin/{clubId}/locations/view/{id}': '3/rooms-and-venues',
  '/clubadmin/{id}/locations': '3/rooms-and-venues',
  '/clubadmin/{id}/disciplines': '4/disciplines-and-grades',
  '/clubadmin/{id}/classes-and-events': '3/create-a-class',
  '/clubadmin/{id}/classes-and-events/week': '3/create-a-class',
  '/clubadmin/classes-and-events/view/{id}': '3/change-or-end-a-class',
  '/clubadmin/classes-and-events/class-roster/{id}': '3/take-the-register',
  '/clubadmin/classes-and-events/grading-class-roster/{id}': '4/grading-day',
  '/clubadmin/classes-and-events/{club_id}/class-availability/{class_id}': '3/prebooked-classes',
  '/clubadmin/{id}/product': '6/products-and-stock',
  '/clubadmin/{id}/product/hand-out': '6/sell-at-the-desk',
  '/clubadmin/discounts': '5/discounts',
  '/clubadmin/club/member/create/{id?}': '2/add-a-member',
  '/clubadmin/club/member/update/{id}': '2/the-member-page',
  '/clubadmin/club/member/view/{id}/{slug?}': {
    '': '2/the-member-page',
    membership: '5/change-plan',
    grades: '4/grading-readiness',
    classes: '2/the-member-page',
    money: '6/take-a-payment',
    notes: '2/notes-and-reminders',
    contacts: '2/contacts-and-guardians',
    linked: '2/link-a-family',
    tags: '2/tags-and-attributes',
    documents: '2/documents-to-sign',
    bookings: '3/prebooked-classes',
    messages: '10/message-not-arrived',
  },
  '/training-plans': '5/training-plans',
  '/training-plan/create/{club_id}': '5/training-plans',
  '/training-plan/update/{club_id}/{id}': '5/training-plans',
  '/training-plan/prices/{club_id}/{id}': '5/price-rise',
  '/tasks/club-schedule/{id}': '3/the-schedule',
  '/tasks/member-task-list/{id}': '1/my-tasks',
  '/tasks/notifications': '1/my-tasks',
  '/tasks/member-order/{id}': '6/sell-at-the-desk',
  '/operator': '8/operator',
  '/create-message': '7/send-a-message',
  '/messaging/templates': '7/templates-and-layouts',
  '/messaging/layouts': '7/templates-and-layouts',
  '/messaging/drafts': '7/send-a-message',
  '/messaging/sent-items': '7/sent-and-scheduled',
  '/messaging/scheduled': '7/sent-and-scheduled',
  '/messaging/automations': '7/automations-in-short',
  '/marketing/{club_id}': 'marketing 5/funnel',
  '/settings/enquiry-form/{id}': 'marketing 1/enquiry-form',
  '/settings/member-categories': '8/lists-and-reasons',
  '/settings/not-interested-reasons/{id}': '8/lists-and-reasons',
}

/** The help about the screen of this path, as the specification writes it; undefined where there is none. */
export function helpOfScreen(path: string): ScreenHelp | undefined {
  const parts = path.split('/')
  for (let count = parts.length; count > 1; count--) {
    const found = articles[parts.slice(0, count).join('/')]
    if (typeof found === 'string') return { '': addressOf(found) }
    if (found) return Object.fromEntries(Object.entries(found).map(([tab, text]) => [tab, addressOf(text)]))
  }
  return undefined
}

function addressOf(text: string): HelpAddress {
  const [, marketing, category, article = ''] = /^(marketing )?(\d+)\/(.+)$/.exec(text) ?? []
  return { to: `${marketing ? '/marketing-help' : '/help'}/category/${category}`, article }
}
