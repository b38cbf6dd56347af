import { activityScreens } from '../activity/screens.ts'
import { automationScreens } from '../automations/screens.ts'
import { bookingScreens } from '../bookings/screens.ts'
import { classScreens } from '../classes/screens.ts'
import { clubScreens } from '../clubs/screens.ts'
import { dashboardScreens } from '../dashboard/screens.ts'
import { directoryScreens } from '../directory/screens.ts'
import { disciplineScreens } from '../disciplines/screens.ts'
import { discountScreens } from '../discounts/screens.ts'
import { enquiryScreens } from '../enquiries/screens.ts'
import { exportScreens } from '../exports/screens.ts'
import { firstHourScreens } from '../first-hour/screens.ts'
import { gradingScreens } from '../gradings/screens.ts'
import { helpScreens } from '../help/screens.ts'
import { importScreens } from '../imports/screens.ts'
import { joiningScreens } from '../joining/screens.ts'
import { locationScreens } from '../locations/screens.ts'
import { marketingScreens } from '../marketing/screens.ts'
import { memberViewScreens } from '../member-view/screens.ts'
import { createMessageScreens, messageScreens } from '../messages/screens.ts'
import { operatorScreens } from '../operator/screens.ts'
import { orderScreens } from '../orders/screens.ts'
import { peopleScreens } from '../people/screens.ts'
import { planScreens } from '../plans/screens.ts'
import { reportScreens } from '../reporting/screens.ts'
import { scheduleScreens } from '../schedule/screens.ts'
import { settingsScreens } from '../settings/screens.ts'
import { shopScreens } from '../shop/screens.ts'
import { taskScreens } from '../tasks/screens.ts'
import { templateScreens } from '../templates/screens.ts'
import { timetableScreens } from '../timetable/screens.ts'
import type { ScreenRoute } from './screen-route.ts'

/** Every application route of the specification, section 2, by the area whose screen it is. */
export const screens: readonly ScreenRoute[] = [
  ...activityScreens,
  ...automationScreens,
  ...bookingScreens,
  ...dashboardScreens,
  ...clubScreens,
  ...planScreens,
  ...scheduleScreens,
  ...classScreens,
  ...timetableScreens,
  ...directoryScreens,
  ...disciplineScreens,
  ...discountScreens,
  ...helpScreens,
  ...importScreens,
  ...locationScreens,
  ...exportScreens,
  ...gradingScreens,
  ...joiningScreens,
  ...marketingScreens,
  ...memberViewScreens,
  ...messageScreens,
  ...createMessageScreens,
  ...operatorScreens,
  ...orderScreens,
  ...peopleScreens,
  ...reportScreens,
  ...settingsScreens,
  ...firstHourScreens,
  ...enquiryScreens,
  ...shopScreens,
  ...taskScreens,
  ...templateScreens,
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
