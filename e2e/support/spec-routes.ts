import { screens } from './routes.ts'

export interface SpecRoute {
  /** As section 2 writes it. */
  readonly route: string
  readonly heading: string | RegExp
  /** In the browser's tab; left out where it is the heading. */
  readonly title: string | RegExp
}

const of = (route: string, heading: string | RegExp, title: string | RegExp = heading): SpecRoute => ({
  route,
  heading,
  title,
})

const person = /^\p{Lu}\S+ \p{Lu}\S+$/u

/** The application routes of section 2 and their screens. An address belongs to the first route that it fits. */
export const specRoutes: readonly SpecRoute[] = [
  of('/', 'Dashboard'),
  of('/dashboard', 'Dashboard'),
  of('/clubadmin/{id}/details/update', 'Update club'),
  of('/club/create', 'New club'),
  of('/clubadmin/{id}/locations/view/{id}', /^(?!Location$)/, 'Location'),
  of('/clubadmin/{id}/locations/create', 'New location'),
  of('/clubadmin/{id}/locations/edit/{locationId}', /^Edit (?!location$)/, 'Edit location'),
  of('/member/search', 'All Members'),
  of('/clubadmin/club/member/view/{id}/{slug?}', person),
  of('/clubadmin/club/member/create/{id?}', 'New member'),
  of('/clubadmin/club/member/update/{id}', /^Update \p{Lu}\S+ \p{Lu}/u, 'Update member'),
  of('/clubadmin/{id}/classes-and-events/create', 'New class or event'),
  of('/clubadmin/{id}/classes-and-events/edit/{classId}', 'Edit class or event'),
  of('/clubadmin/classes-and-events/view/{id}', 'Honbu Open Class', 'Class or event'),
  of('/clubadmin/classes-and-events/class-roster/{id}', 'Honbu Open Class [HQ]', 'Roster'),
  of('/clubadmin/classes-and-events/grading-class-roster/{id}', 'Honbu Open Class [HQ]', 'Grading roster'),
  of(
    '/clubadmin/classes-and-events/{club_id}/class-availability/{class_id}',
    'Honbu Open Class: availability',
    'Class availability',
  ),
  of('/clubadmin/{id}/users/edit', 'Edit users'),
  of('/clubadmin/{id}/disciplines/create/', 'New discipline'),
  of('/clubadmin/{id}/disciplines/edit/{disciplineId}', 'Karate', 'Edit discipline'),
  of('/clubadmin/{id}/product/index', 'Products'),
  of('/clubadmin/{id}/product/categories', 'Product categories'),
  of('/clubadmin/{id}/product/variants', 'Product variants'),
  of('/clubadmin/discounts', 'Discounts'),
  of('/clubadmin/discounts/view/{id?}', /^(Discount|Welcome back)$/),
  of('/clubadmin/discounts/club/create', 'New discount', 'New club discount'),
  of('/clubadmin/discounts/club/update', 'Edit discount', 'Update club discount'),
  of('/messaging/templates/{clubId}/create/{id}', 'New template'),
  of('/messaging/templates/{clubId}/edit/{id?}', /^(New template|Edit Welcome)$/, 'Edit template'),
  // Without an id the list of templates is shown.
  of('/messaging/templates/view/{id?}', /^(Welcome|Messaging)$/, /^(Template|Message templates)$/),
  of('/messaging/templates/{id}', 'Messaging', 'Message templates'),
  of('/messaging/layouts/{clubId}/create/{id}', 'House letter', 'Layout'),
  of('/create-message/{clubId?}/{templateId?}', 'Send a Message'),
  of('/messaging/sent-items', 'Messaging', 'Sent items'),
  of('/messaging/sent-items/{clubId}', 'Messaging', 'Sent items'),
  of('/messaging/{tab}/{id?}', 'Messaging', /^(?:Message layouts|Drafts of messages)$/),
  of('/tasks/club-schedule/{id}', 'Club schedule'),
  of('/tasks/member-order/{id}', /^Order for \p{Lu}.*$/u),
  of('/tasks/member-task-list/{id}', 'My Task List'),
  of('/training-plans/{id}', 'Training plans'),
  of('/training-plans/{club_id}/{id}', /^(?!Training plan$)/, 'Training plan'),
  of('/training-plan/update/{club_id}/{id}', /^Edit (?!training plan$)/, 'Update training plan'),
  of('/training-plan/create/{club_id}', 'New training plan'),
  of('/marketing/{club_id}', 'Marketing'),
  of('/settings/not-interested-reasons/{id}', 'Not-interested reasons'),
  of('/settings/member-categories/{id}', 'Member categories'),
  of('/settings/member-categories/edit/{club_id}/{id}', 'Edit category', 'Edit member category'),
  of('/settings/member-categories/{club_id}/create', 'New member category'),
  of('/activity/{tab}', 'Activity'),
  of('/reporting/management', 'Reporting', 'Reporting: management'),
  of('/reporting/{tab}', 'Reporting', /^Reporting: .+$/),
  of('/help', 'Support'),
  of('/help/category/{id}', 'First steps', 'Support: category'),
  of('/help/search', 'Search', 'Support: search'),
  of('/marketing-help', 'Marketing help'),
  of('/marketing-help/category/:id', 'Being found', 'Marketing help: category'),
  of('/marketing-help/search', 'Search', 'Marketing help: search'),
  of('/clubadmin/{id}/{tab}', 'Shirokawa Harrogate', 'Club Admin'),
]

/** Ids are numbers, tabs and slugs are words. */
const patternOf = ({ route }: SpecRoute) =>
  new RegExp(
    `^${route
      .replace(/\/\{\w+\?\}/g, '(/[\\w-]+)?')
      .replace(/\{(tab|slug)\}/g, '[\\w-]+')
      .replace(/\{\w+\}|:id/g, '\\d+')}$`,
  )

const routeOf = (path: string) => specRoutes.find(each => patternOf(each).test(path))

/** The addresses of the demo that belong to a route. */
export const addressesOf = (route: SpecRoute): string[] => [...new Set(screens)].filter(path => routeOf(path) === route)

export const unlistedScreens = (): string[] => screens.filter(path => !routeOf(path))

/** Addresses without their last part, and the screens that they lead to. */
export const specRedirects: readonly (readonly [from: string, to: RegExp])[] = [
  ['/clubadmin/2', /^\/clubadmin\/2\/club-schedule$/],
  ['/messaging', /^\/messaging\/sent-items$/],
  ['/reporting', /^\/reporting\/management$/],
  ['/activity', /^\/activity\/all$/],
  ['/tasks', /^\/tasks\/member-task-list\/0$/],
  ['/tasks/member-task-list', /^\/tasks\/member-task-list\/0$/],
  ['/tasks/club-schedule', /^\/tasks\/club-schedule\/\d+$/],
  ['/training-plans', /^\/training-plans\/\d+$/],
  ['/marketing', /^\/marketing\/\d+$/],
  ['/settings/not-interested-reasons', /^\/settings\/not-interested-reasons\/\d+$/],
  ['/settings/member-categories', /^\/settings\/member-categories\/\d+$/],
]
