import type { Right } from '@honbu/contract/rights.ts'

/** A page or setting that the lookup finds. */
interface ScreenPlace {
  readonly title: string
  /** What people call it who look for it. */
  readonly words: string
  /** For users with this right in the club, or for its admins alone; left out: for everyone. */
  readonly for?: Right | 'admins'
}

interface ClubPlace extends ScreenPlace {
  readonly address: (clubId: number) => string
  /** The id of the panel that is brought into view there. */
  readonly panel?: string
}

interface GeneralPlace extends ScreenPlace {
  readonly address: string
}

const tab = (id: string) => (clubId: number) => `/clubadmin/${clubId}/${id}`

/** Once for each club. */
export const clubPlaces: readonly ClubPlace[] = [
  { title: 'Schedule', words: 'timetable calendar week sessions today', address: tab('club-schedule') },
  { title: 'Club details', words: 'name logo address phone website', address: tab('details') },
  {
    title: 'Classes and events',
    words: 'class event course seminar grading waiting list waitlist capacity full places bookings prebooked',
    address: tab('classes-and-events'),
  },
  { title: 'Locations', words: 'rooms venues halls dojo', address: tab('locations') },
  { title: 'Disciplines', words: 'belts grades gradings syllabus ladder stripes tags', address: tab('disciplines') },
  {
    title: 'Users and staff certificates',
    words: 'dbs first aid insurance certificates instructors coaches volunteers team roles invite access permissions',
    address: tab('users'),
    for: 'admins',
  },
  { title: 'Products', words: 'shop stock uniforms gi kit sizes', address: tab('products') },
  { title: 'Discounts', words: 'family sibling offer code percent off', address: tab('discounts') },
  {
    title: 'Training plans',
    words: 'prices fees memberships joining fee subscription',
    address: tab('training-plans'),
  },
  { title: 'Charging', words: 'billing run invoices fees due', address: tab('charging'), for: 'seeMoney' },
  {
    title: 'Money',
    words: 'payouts refunds bank failed payments fees gocardless stripe',
    address: tab('payouts'),
    for: 'seeMoney',
  },
  {
    title: 'Closures',
    words: 'holidays bank holiday christmas closed days off half term break settings',
    address: tab('settings'),
    panel: 'closures',
  },
  {
    title: 'Documents and consents',
    words: 'terms waiver sign papers consent photo settings',
    address: tab('settings'),
    panel: 'documents',
  },
  {
    title: 'Payment providers',
    words: 'gocardless stripe direct debit card keys connect settings',
    address: tab('settings'),
    panel: 'providers',
    for: 'admins',
  },
  {
    title: 'Club settings',
    words: 'time zone two-factor certificates reminders options preferences at risk days files password',
    address: tab('settings'),
    panel: 'club-settings',
  },
  { title: 'Tags', words: 'labels colours settings', address: tab('settings'), panel: 'tags' },
  {
    title: 'Attributes of members',
    words: 'custom fields shoe size medical settings',
    address: tab('settings'),
    panel: 'attributes',
  },
  {
    title: 'Member categories and reasons',
    words: 'lists not interested settings',
    address: tab('settings'),
    panel: 'lists',
  },
  {
    title: 'When a payment fails',
    words: 'retries retry failed direct debit settings',
    address: tab('settings'),
    panel: 'failed-payments',
    for: 'admins',
  },
  {
    title: 'Closed books',
    words: 'year end lock accounts figures charging',
    address: tab('charging'),
    panel: 'closed-books',
    for: 'admins',
  },
  {
    title: 'How this club charges',
    words: 'billing day nightly working days ahead settings charging',
    address: tab('charging'),
    panel: 'charging-settings',
    for: 'admins',
  },
  {
    title: 'Enquiry form',
    words: 'trial website form leads embed settings',
    address: clubId => `/settings/enquiry-form/${clubId}`,
  },
  {
    title: 'Import members',
    words: 'spreadsheet csv excel upload move',
    address: clubId => `/clubadmin/${clubId}/import`,
    for: 'admins',
  },
  { title: 'Marketing', words: 'leads sources campaigns funnel referrals', address: clubId => `/marketing/${clubId}` },
]

/** The same for all clubs. */
export const generalPlaces: readonly GeneralPlace[] = [
  { title: 'My Task List', words: 'tasks to do reminders follow up', address: '/tasks/member-task-list/0' },
  { title: 'All Members', words: 'directory list filter export', address: '/member/search' },
  { title: 'Send a Message', words: 'email text sms newsletter', address: '/create-message', for: 'sendToMany' },
  { title: 'Sent messages', words: 'messaging sent items delivered bounced', address: '/messaging/sent-items' },
  { title: 'Templates', words: 'messaging layout email design', address: '/messaging/templates' },
  { title: 'Automations', words: 'automatic welcome reminder workflow', address: '/messaging/automations' },
  { title: 'Reporting', words: 'reports figures statistics kpi', address: '/reporting/management' },
  {
    title: 'Debt',
    words: 'owed owing arrears overdue unpaid refunds reporting',
    address: '/reporting/debt',
    for: 'seeMoney',
  },
  { title: 'Activity', words: 'audit log history changes', address: '/activity/all' },
]
