/** What the addresses of the application's screens begin with; a test compares it with the routes. */
const begins = [
  '',
  'activity',
  'club',
  'clubadmin',
  'create-message',
  'dashboard',
  'help',
  'marketing',
  'marketing-help',
  'member',
  'messaging',
  'operator',
  'reporting',
  'settings',
  'tasks',
  'training-plan',
  'training-plans',
]

/**
 * Is it a page of the application, which may be kept on the device? What the server draws itself is none: signing in, a page
 * to pay or to sign, a club's timetable.
 * @param path below the base path, without a slash in front
 */
export const isScreen = (path: string) => begins.includes(path.split('/')[0] ?? '')
