import * as activity from './activity.ts'
import * as attributes from './attributes.ts'
import * as audience from './audience.ts'
import * as automations from './automations.ts'
import * as billing from './billing.ts'
import * as bookings from './bookings.ts'
import * as books from './books.ts'
import * as bulk from './bulk.ts'
import * as certificates from './certificates.ts'
import * as charging from './charging.ts'
import * as classForm from './class-form.ts'
import * as classList from './class-list.ts'
import * as classView from './class-view.ts'
import * as classes from './classes.ts'
import * as closing from './closing.ts'
import * as closures from './closures.ts'
import * as clubs from './clubs.ts'
import * as collections from './collections.ts'
import * as consents from './consents.ts'
import * as dashboard from './dashboard.ts'
import * as debt from './debt.ts'
import * as demo from './demo.ts'
import * as directory from './directory.ts'
import * as disciplines from './disciplines.ts'
import * as discounts from './discounts.ts'
import type { Endpoint } from './endpoint.ts'
import * as enquiries from './enquiries.ts'
import * as exports from './exports.ts'
import * as failedWork from './failed-work.ts'
import * as familyPrices from './family-prices.ts'
import * as firstHour from './first-hour.ts'
import * as formDrafts from './form-drafts.ts'
import * as gradeTable from './grade-table.ts'
import * as gradings from './gradings.ts'
import * as help from './help.ts'
import * as imports from './imports.ts'
import * as joining from './joining.ts'
import * as locations from './locations.ts'
import * as marketing from './marketing.ts'
import * as memberLinks from './member-links.ts'
import * as memberView from './member-view.ts'
import * as members from './members.ts'
import * as membership from './membership.ts'
import * as messages from './messages.ts'
import * as myClubs from './my-clubs.ts'
import * as myInvitations from './my-invitations.ts'
import * as noteReaders from './note-readers.ts'
import * as notes from './notes.ts'
import * as operator from './operator.ts'
import * as orders from './orders.ts'
import * as papers from './papers.ts'
import * as paying from './paying.ts'
import * as people from './people.ts'
import * as plans from './plans.ts'
import * as priceChanges from './price-changes.ts'
import * as privacy from './privacy.ts'
import * as productLists from './product-lists.ts'
import * as providers from './providers.ts'
import * as reach from './reach.ts'
import * as recovery from './recovery.ts'
import * as referrals from './referrals.ts'
import * as reportFiles from './report-files.ts'
import * as reportSchedules from './report-schedules.ts'
import * as reporting from './reporting.ts'
import * as roles from './roles.ts'
import * as schedule from './schedule.ts'
import * as sessions from './sessions.ts'
import * as settings from './settings.ts'
import * as shop from './shop.ts'
import * as stock from './stock.ts'
import * as tags from './tags.ts'
import * as taskNotices from './task-notices.ts'
import * as tasks from './tasks.ts'
import * as templates from './templates.ts'
import * as timetableText from './timetable-text.ts'
import * as trials from './trials.ts'
import * as users from './users.ts'
import * as vat from './vat.ts'

/** Every endpoint of the API by its name: what documentation and the tests walk over. */
export const contract: Readonly<Record<string, Endpoint>> = Object.fromEntries(
  [
    activity,
    attributes,
    audience,
    automations,
    billing,
    books,
    bulk,
    bookings,
    charging,
    clubs,
    classes,
    classForm,
    classList,
    classView,
    closing,
    closures,
    collections,
    dashboard,
    debt,
    demo,
    directory,
    disciplines,
    discounts,
    enquiries,
    exports,
    familyPrices,
    firstHour,
    formDrafts,
    gradeTable,
    gradings,
    help,
    imports,
    joining,
    locations,
    marketing,
    members,
    membership,
    memberView,
    messages,
    myClubs,
    myInvitations,
    noteReaders,
    notes,
    failedWork,
    operator,
    orders,
    papers,
    certificates,
    paying,
    people,
    memberLinks,
    consents,
    plans,
    priceChanges,
    privacy,
    providers,
    reach,
    recovery,
    referrals,
    reporting,
    reportFiles,
    reportSchedules,
    roles,
    schedule,
    sessions,
    settings,
    shop,
    productLists,
    stock,
    tags,
    taskNotices,
    tasks,
    templates,
    timetableText,
    trials,
    users,
    vat,
  ]
    .flatMap(area => Object.entries(area))
    .filter(isEndpoint),
)

function isEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value
}
