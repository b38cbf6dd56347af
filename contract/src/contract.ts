import * as bookings from './bookings.ts'
import * as classForm from './class-form.ts'
import * as classView from './class-view.ts'
import * as classes from './classes.ts'
import * as closures from './closures.ts'
import * as clubs from './clubs.ts'
import * as directory from './directory.ts'
import * as disciplines from './disciplines.ts'
import type { Endpoint } from './endpoint.ts'
import * as gradings from './gradings.ts'
import * as locations from './locations.ts'
import * as members from './members.ts'
import * as schedule from './schedule.ts'
import * as trials from './trials.ts'
import * as users from './users.ts'

/** Every endpoint of the API by its name: what documentation and the tests walk over. */
export const contract: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    bookings,
    clubs,
    classes,
    classForm,
    classView,
    closures,
    directory,
    disciplines,
    gradings,
    locations,
    members,
    schedule,
    trials,
    users,
  ]
    .flatMap(area => Object.entries(area))
    .filter(isEndpoint),
)

function isEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
