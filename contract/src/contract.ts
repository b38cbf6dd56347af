import * as attributes from './attributes.ts'
import * as billing from './billing.ts'
import * as bookings from './bookings.ts'
import * as classForm from './class-form.ts'
import * as classView from './class-view.ts'
import * as classes from './classes.ts'
import * as closures from './closures.ts'
import * as clubs from './clubs.ts'
import * as consents from './consents.ts'
import * as directory from './directory.ts'
import * as disciplines from './disciplines.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './exports.ts'
import * as gradings from './gradings.ts'
import * as imports from './imports.ts'
import * as joining from './joining.ts'
import * as locations from './locations.ts'
import * as memberLinks from './member-links.ts'
import * as memberView from './member-view.ts'
import * as members from './members.ts'
import * as membership from './membership.ts'
import * as notes from './notes.ts'
import * as papers from './papers.ts'
import * as people from './people.ts'
import * as privacy from './privacy.ts'
import * as schedule from './schedule.ts'
import * as settings from './settings.ts'
import * as tags from './tags.ts'
import * as tasks from './tasks.ts'
import * as trials from './trials.ts'
import * as users from './users.ts'

/** Every endpoint of the API by its name: what documentation and the tests walk over. */
export const contract: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    attributes,
    billing,
    bookings,
    clubs,
    classes,
    classForm,
    classView,
    closures,
    directory,
    disciplines,
    exports,
    gradings,
    imports,
    joining,
    locations,
    members,
    membership,
    memberView,
    notes,
    papers,
    people,
    memberLinks,
    consents,
    privacy,
    schedule,
    settings,
    tags,
    tasks,
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
