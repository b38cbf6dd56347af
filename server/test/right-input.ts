import { randomUUID } from 'node:crypto'
import { actionType, classType, communication, memberStatus } from '@honbu/contract/ids.ts'
import { noWeek } from '@honbu/contract/weekly-timetable.ts'
import { sql } from 'kysely'
import type { Db } from '../src/platform/database.ts'
import { testToday } from './app.ts'
import { book, createClass, createSlot } from './factories/classes.ts'
import { createDiscipline } from './factories/disciplines.ts'
import { createAccount, createContact, createMember, link } from './factories/people.ts'
import type { OurRows } from './our-rows.ts'
import { billingInputs } from './right-input-billing.ts'
import { bulkInputs } from './right-input-bulk.ts'
import { chargingInputs } from './right-input-charging.ts'
import { closingInputs } from './right-input-closing.ts'
import { collectionInputs } from './right-input-collections.ts'
import { discountInputs } from './right-input-discounts.ts'
import { enquiryInputs } from './right-input-enquiries.ts'
import { importInputs } from './right-input-imports.ts'
import { joiningInputs } from './right-input-joining.ts'
import { marketingInputs } from './right-input-marketing.ts'
import { messageInputs } from './right-input-messages.ts'
import { operatorInputs } from './right-input-operator.ts'
import { paperInputs } from './right-input-papers.ts'
import { payingInputs } from './right-input-paying.ts'
import { planInputs } from './right-input-plans.ts'
import { recordInputs } from './right-input-records.ts'
import { recoveryInputs } from './right-input-recovery.ts'
import { sendingInputs } from './right-input-sending.ts'
import { shopInputs } from './right-input-shop.ts'
import { templateInputs } from './right-input-templates.ts'
import { workInputs } from './right-input-work.ts'

type RightInput = (rows: OurRows, db: Db) => object | Promise<object>

/**
 * What each call takes beside the ids of its guards (which `our-rows.ts` fills in) and the usual dates, by its name: an
 * admin of the club gets 200 for it, also the second time. A call that deletes makes the row that it deletes.
 */
export const rightInputs: Readonly<Record<string, RightInput>> = {
  ...recordInputs,
  ...billingInputs,
  ...bulkInputs,
  ...discountInputs,
  ...planInputs,
  ...sendingInputs,
  ...shopInputs,
  ...templateInputs,
  ...collectionInputs,
  ...recoveryInputs,
  ...enquiryInputs,
  ...importInputs,
  ...chargingInputs,
  ...joiningInputs,
  ...paperInputs,
  ...payingInputs,
  ...workInputs,
  ...marketingInputs,
  ...messageInputs,
  ...closingInputs,
  ...operatorInputs,
  getSession: () => ({ classDate: '2026-05-19' }),
  cancelSession: async (rows, db) => ({ id: await freshClass(rows, db), classDate: '2026-05-19' }),
  moveSession: async (rows, db) => ({
    ...{ id: await freshClass(rows, db), classDate: '2026-05-19', toDate: '2026-05-20' },
    ...{ startTime: '18:00', finishTime: '19:00', locationId: null, instructorIds: [] },
  }),
  addSession: async (rows, db) => ({
    ...{ id: await freshClass(rows, db), classDate: '2026-05-20', locationId: null },
    ...{ startTime: '18:00', finishTime: '19:00' },
  }),
  restoreSession: async (rows, db) => {
    const id = await freshClass(rows, db)
    const owner = { class_id: id, club_id: rows.club, class_date: '2026-05-19' }
    await db
      .insertInto('class_session')
      .values({ ...owner, is_cancelled: true })
      .execute()
    return { id, classDate: '2026-05-19' }
  },
  getActivity: () => ({ tab: 'all' }),
  saveClass: rows => ({
    ...classFields(rows),
    id: rows.class,
    disciplineIds: [rows.discipline],
    weeklyTimetable: { ...noWeek, tuesdayStart: '19:00', tuesdayFinish: '20:00' },
    weekdays: ofTuesday(rows),
  }),
  checkTimetable: rows => ({ startDate: '2026-05-12', sessions: [newSession(rows)] }),
  createTimetable: rows => ({
    startDate: '2026-05-12',
    sessions: [{ ...newSession(rows), locationId: null, newRoom: `Room ${randomUUID()}` }],
  }),
  undoTimetable: async ({ club }, db) => ({
    id: (
      await db
        .insertInto('timetable_batch')
        .values({ club_id: club, created_at: '2026-05-01T00:00Z', class_ids: [], location_ids: [] })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  }),
  getClassDisciplines: ({ club }) => ({ clubId: club }),
  saveClassTimetable: rows => ({
    ...{ ...noWeek, tuesdayStart: '19:00', tuesdayFinish: '24:00', from: '2026-05-12' },
    weekdays: ofTuesday(rows),
  }),
  endClass: () => ({ endDate: '2026-12-31' }),
  deleteClass: async ({ club }, db) => ({ id: (await createClass(db, { clubId: club })).id }),
  getBankHolidays: () => ({ region: 'scotland', year: 2026 }),
  saveDirectoryView: () => ({
    name: 'Absent',
    filter: 'daysAbsent~gte~14',
    sort: 'lastName-asc',
    columns: ['lastName', 'lastAttendance'],
    isDefault: true,
  }),
  deleteDirectoryView: async ({ admin }, db) => {
    const name = `View ${randomUUID()}`
    await sql`
      insert into directory_view (account_id, name) select id, ${name} from account where sub = ${admin}`.execute(db)
    return { name }
  },
  saveClosures: () => ({ closures: [{ from: '2026-08-03', to: '2026-08-04', name: 'Summer' }], acknowledged: true }),
  saveAttendances: ({ member }) => ({ marks: [{ memberId: member, attended: true }] }),
  saveLocation: () => ({ id: 0, version: 1, ...locationFields(), venueId: null }),
  deleteLocation: async ({ club }, db) => ({ id: await aLocation(db, club) }),
  getInstructorClashes: rows => ({
    weekdays: ofTuesday(rows),
    ...{ ...noWeek, tuesdayStart: '19:00', tuesdayFinish: '20:00', startDate: '2026-05-12', endDate: null },
    instructorIds: [],
  }),
  getRoomClashes: rows => ({
    weekdays: ofTuesday(rows),
    startDate: '2026-05-12',
    endDate: null,
    ...noWeek,
    tuesdayStart: '19:00',
    tuesdayFinish: '20:00',
  }),
  saveDiscipline: () => ({ disciplineId: 0, name: `Judo ${randomUUID()}`, colour: '#30508f' }),
  deleteDiscipline: async ({ club }, db) => ({ id: (await createDiscipline(db, { clubId: club })).id }),
  saveGrade: () => ({
    gradeId: 0,
    gradeName: `Grade ${randomUUID()}`,
    colour: '#ffffff',
    colourTwo: null,
    stripe: null,
    minimumAttendance: 10,
    minimumMonths: 3,
  }),
  deleteGrade: async ({ club }, db) => ({ id: (await createDiscipline(db, { clubId: club })).gradeIds[1] }),
  moveGrade: () => ({ positions: 1 }),
  saveGrades: async ({ discipline }, db) => {
    const grades = await db.selectFrom('grade').select(['id', 'name']).where('discipline_id', '=', discipline).execute()
    const look = { colour: '#ffffff', colourTwo: null, pattern: 'halves', stripe: null, bars: 1, barColour: null }
    const rest = { ...look, categoryId: null, minAge: 5, maxAge: 15, minimumAttendance: 10, minimumMonths: 3 }
    return { grades: grades.map(({ id, name }) => ({ gradeId: id, gradeName: name, ...rest })), deletedIds: [] }
  },
  createDisciplineFrom: () => ({
    ...{ name: `Judo ${randomUUID()}`, colour: '#30508f' },
    ...{ ladder: 'judo-bja', copiedId: null },
  }),
  saveTrialAction: async ({ club, class: classId }, db) => {
    const prospect = await createMember(db, { clubId: club, statusId: memberStatus.prospect })
    return {
      id: prospect.id,
      classId,
      actionTypeId: actionType.notInterested,
      bookingClassId: null,
      trainingPlanId: null,
    }
  },
  previewTrialAction: async ({ club, class: classId }, db) => {
    const prospect = await createMember(db, { clubId: club, statusId: memberStatus.prospect })
    return {
      id: prospect.id,
      classId,
      actionTypeId: actionType.notInterested,
      bookingClassId: null,
      trainingPlanId: null,
    }
  },
  savePerson: async ({ person }, db) => ({
    ...(await db.selectFrom('person').select('version').where('id', '=', person).executeTakeFirstOrThrow()),
    ...personFields,
    gender: '-',
  }),
  savePhoto: () => ({ image: onePixel }),
  saveContact: () => ({ ...contactFields, personId: null }),
  deleteContact: async ({ member }, db) => await createContact(db, { memberId: member }),
  saveContactOrder: async ({ member }, db) => {
    const contacts = await db.selectFrom('member_contact').select('person_id').where('member_id', '=', member).execute()
    return { personIds: contacts.map(({ person_id }) => person_id) }
  },
  saveMemberLink: async ({ club }, db) => ({
    memberLinkId: null,
    linkedMemberId: (await createMember(db, { clubId: club })).id,
    relationship: 'Sibling',
    linkedSince: testToday,
  }),
  deleteLink: async ({ club, member }, db) => {
    const other = await createMember(db, { clubId: club })
    return await link(db, { memberId: member, linkedMemberId: other.id })
  },
  saveConsent: () => ({
    choices: [{ flag: communication.email, isGiven: true }],
    givenOn: testToday,
    how: 'paper',
    wording: 'You may write to me.',
    givenByPersonId: null,
  }),
  basicSearch: () => ({ filter: 'ann' }),
  classSearch: () => ({ filter: 'ann' }),
  getClassAvailabilities: () => ({ dateFrom: '2026-05-01', dateTo: '2026-06-30' }),
  saveClassAvailability: async (rows, db) => {
    const { classId } = await aSlot(rows, db, 10)
    return { id: classId, slotId: null, classDate: '2026-06-01', startTime: '18:00', finishTime: '24:00', capacity: 8 }
  },
  deleteClassAvailability: async (rows, db) => ({ id: (await aSlot(rows, db, 10)).slotId, moveToSlotId: null }),
  getClassAvailabilitySeries: async (rows, db) => ({ id: (await aSlot(rows, db, 10)).classId, ...aSeries }),
  saveClassAvailabilitySeries: async (rows, db) => ({
    id: (await aSlot(rows, db, 10)).classId,
    ...aSeries,
    finishTime: '19:00',
    capacity: 8,
  }),
  saveOfferHours: () => ({ offerHours: 6 }),
  saveBooking: async (rows, db) => ({
    id: rows.member,
    classId: (await aSlot(rows, db, 10)).classId,
    bookingDate: slotDate,
  }),
  joinWaitingList: async (rows, db) => ({ classId: (await aSlot(rows, db, 0)).classId, bookingDate: slotDate }),
  leaveWaitingList: async (rows, db) => {
    const { classId } = await aSlot(rows, db, 10)
    const { club_id, root_club_id } = await db
      .selectFrom('class')
      .select(['club_id', 'root_club_id'])
      .where('id', '=', classId)
      .executeTakeFirstOrThrow()
    const ofClass = { class_id: classId, club_id, root_club_id, class_date: slotDate }
    await db
      .insertInto('waiting_list_entry')
      .values({ ...ofClass, member_id: rows.member })
      .execute()
    return { classId, bookingDate: slotDate }
  },
  getPrebookedCapacity: async ({ slot }, db) => {
    const { class_id, class_date } = await db
      .selectFrom('class_availability')
      .select(['class_id', 'class_date'])
      .where('id', '=', slot)
      .executeTakeFirstOrThrow()
    return { id: class_id, classDate: class_date }
  },
  getGradingCandidates: async (rows, db) => ({ classId: await aGrading(rows, db) }),
  getReadyCandidates: async (rows, db) => ({ classId: await aGrading(rows, db) }),
  addReadyCandidates: async (rows, db) => ({ classId: await aGrading(rows, db) }),
  setGradingCandidate: async (rows, db) => ({ isCandidate: true, classId: await aGrading(rows, db) }),
  saveGradingResult: async (rows, db) => ({ classId: await aGrading(rows, db), passed: false }),
  saveGradingResults: async (rows, db) => ({
    classId: await aGrading(rows, db),
    results: [{ memberId: rows.member, disciplineId: rows.discipline, gradeId: rows.grade, passed: false }],
  }),
  deleteGradingResult: async (rows, db) => ({ id: await aResult(rows, db, await aGrading(rows, db)) }),
  saveBeltSize: () => ({ beltSize: '3' }),
  getGradingCertificates: async (rows, db) => {
    const classId = await aGrading(rows, db)
    await aResult(rows, db, classId)
    return { classId }
  },
  saveClub: async ({ club }, db) => {
    const { version, code, parentClubId } = await db
      .selectFrom('club')
      .select(['version', 'code', 'parent_club_id as parentClubId'])
      .where('id', '=', club)
      .executeTakeFirstOrThrow()
    return {
      version,
      code,
      name: 'Ours',
      clubTypeId: 2,
      parentClubId,
      dateOpened: '2020-02-29',
      ownerId: null,
      adminId: null,
      instructorId: null,
      email: null,
      phone: '0113 496 0100',
      timeZone: 'Europe/London',
      address: { line: null, town: 'Leeds', postcode: 'ls94qb' },
    }
  },
  saveClubLogo: () => ({ image: null }),
  saveClubSettings: async ({ club }, db) => ({
    ...(await db.selectFrom('club').select('version').where('id', '=', club).executeTakeFirstOrThrow()),
    timeZone: 'Europe/London',
  }),
  saveUser: async ({ clubUser }, db) => ({
    ...(await db.selectFrom('club_user').select('version').where('id', '=', clubUser).executeTakeFirstOrThrow()),
    userSince: '2020-01-01',
    userUntil: null,
    isAdmin: false,
    roleIds: [1004],
  }),
  removeUser: async ({ club }, db) => {
    const { id } = await createAccount(db, { clubId: club })
    return await db.selectFrom('club_user').select('id').where('account_id', '=', id).executeTakeFirstOrThrow()
  },
  removeUserEverywhere: async ({ club }, db) => {
    const { id } = await createAccount(db, { clubId: club })
    return await db.selectFrom('club_user').select('id').where('account_id', '=', id).executeTakeFirstOrThrow()
  },
  inviteUser: () => ({
    ...{ firstName: 'Yuna', lastName: 'Sato', email: `invited-${randomUUID()}@mail.example` },
    ...{ isAdmin: false, roleIds: [1003] },
  }),
  revokeInvitation: (rows, db) => invitationOf(rows, db, `revoked-${randomUUID()}@mail.example`),
  answerInvitation: async (rows, db) => {
    const { email } = await db
      .selectFrom('account')
      .select('email')
      .where('sub', '=', rows.admin)
      .executeTakeFirstOrThrow()
    await db.deleteFrom('club_invitation').where('email', '=', email).execute()
    const { id } = await invitationOf(rows, db, email)
    return { invitation: id, isAccepted: false }
  },
}

async function invitationOf({ club, account }: OurRows, db: Db, email: string) {
  return await db
    .insertInto('club_invitation')
    .values({ club_id: club, email, invited_by: account, expires_at: '2026-06-30T00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
}

const slotDate = '2026-05-19'
const aSeries = { weekdays: [2, 4], dateFrom: '2026-05-12', dateTo: '2026-06-30', startTime: '18:00' }

/** A room, a capacity and an instructor of Tuesday's own. */
const newSession = (rows: OurRows) => ({
  ...{
    className: 'Juniors',
    weekday: 2,
    startTime: '18:00',
    finishTime: '19:00',
    locationId: rows.location,
    newRoom: null,
  },
  ...{ capacity: null, instructorIds: [rows.staff], disciplineIds: [rows.discipline] },
})

const ofTuesday = (rows: OurRows) => [
  { weekday: 2, locationId: rows.location, capacity: 9, instructorIds: [rows.staff] },
]

/** A prebooked class of its own with one slot, in which this many places of ten are free. */
async function aSlot({ club }: OurRows, db: Db, free: number) {
  const { id: classId } = await createClass(db, { clubId: club, classTypeId: classType.prebooked, weekdays: [] })
  const { id: slotId } = await createSlot(db, { classId, date: slotDate, capacity: Math.max(1, free) })
  if (free === 0) await book(db, { classId, memberId: (await createMember(db, { clubId: club })).id, date: slotDate })
  return { classId, slotId }
}

/** A grading of the club's discipline, on the day of the tests. */
async function aGrading({ club, discipline }: OurRows, db: Db) {
  const input = { clubId: club, disciplineId: discipline, classTypeId: classType.grading }
  return (await createClass(db, input)).id
}

/** A later one than all that are there, which can be taken back. */
async function aResult({ club, member, discipline, grade }: OurRows, db: Db, classId: number) {
  const { root_club_id } = await db
    .selectFrom('club')
    .select('root_club_id')
    .where('id', '=', club)
    .executeTakeFirstOrThrow()
  const ofMember = { club_id: club, root_club_id, member_id: member, discipline_id: discipline }
  const { id } = await db
    .insertInto('grading_result')
    .values({
      ...ofMember,
      class_id: classId,
      from_grade_id: grade,
      grade_id: grade,
      graded_on: testToday,
      passed: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('member_discipline')
    .set({ current_grade_id: grade, last_grading: testToday })
    .where('member_id', '=', member)
    .where('discipline_id', '=', discipline)
    .execute()
  return id
}

const personFields = {
  firstName: 'Jo',
  lastName: 'O’Brien',
  dob: '1990-02-28',
  email: 'jo@mail.example',
  phoneMob: '07700 900123',
  phoneDay: null,
  phoneEve: null,
  address: { line: '1 Mill Lane', town: 'Leeds', postcode: 'ls94qb' },
}
const contactFields = { ...personFields, gender: '', relationship: 'Mother', isGuardian: true, isEmergency: true }
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A class as the form sends it. */
function classFields({ club, location, discipline }: OurRows) {
  return {
    clubId: club,
    className: 'Juniors',
    classTypeId: classType.class,
    locationId: location,
    startDate: '2025-01-01',
    endDate: null,
    primaryDisciplineId: discipline,
    capacity: 20,
    propsectLimit: 4,
    cost: 0,
    allowDiscount: false,
    chargeOnAttendance: false,
    webBookable: true,
    description: '',
  }
}

const locationFields = () => ({
  name: `Room ${randomUUID()}`,
  isRoom: true,
  capacity: 20,
  addressLine: null,
  town: null,
  postcode: null,
  notes: '',
})

async function aLocation(db: Db, clubId: number) {
  const values = { club_id: clubId, name: `Room ${randomUUID()}` }
  return (await db.insertInto('location').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** A class on Tuesdays of its own. */
const freshClass = async (rows: OurRows, db: Db) => (await createClass(db, { clubId: rows.club })).id
