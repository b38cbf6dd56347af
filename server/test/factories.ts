import { classType, memberStatus } from '@honbu/contract/ids.ts'
import type { Db } from '../src/platform/database.ts'
import { testFile, testNow, testToday } from './app.ts'

/** Rows for tests: each makes the parents it is not given, and names itself so that nothing collides. */

let made = 0
const next = () => ++made

async function createPerson(db: Db, { firstName = 'Jo', lastName = `Test${next()}`, ...rest }: PersonInput = {}) {
  const { email, phone, dob } = rest
  return await db
    .insertInto('person')
    .values({
      first_name: firstName,
      last_name: lastName,
      email: email ?? null,
      phone_mob: phone ?? null,
      dob: dob ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface PersonInput {
  firstName?: string
  lastName?: string
  email?: string
  phone?: string
  dob?: string
}

/** A root club unless it is given a parent. */
export async function createClub(db: Db, { parentClubId = null, timeZone = 'Europe/London' }: ClubInput = {}) {
  const number = next()
  return await db
    .insertInto('club')
    .values({
      // The trigger sets the real one.
      root_club_id: 0,
      parent_club_id: parentClubId,
      code: `C${number}`,
      name: `Club ${number}`,
      time_zone: timeZone,
    })
    .returning(['id', 'root_club_id as rootClubId', 'code', 'name'])
    .executeTakeFirstOrThrow()
}

interface ClubInput {
  parentClubId?: number | null
  timeZone?: string
}

/** An account that works in the club, since long ago unless told otherwise. */
export async function createAccount(db: Db, { clubId, isAdmin = false, ...rest }: AccountInput) {
  const person = await createPerson(db, { firstName: 'Staff' })
  const account = await db
    .insertInto('account')
    .values({ person_id: person.id, email: `staff${next()}@mail.example` })
    .returning(['id', 'sub', 'email'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('club_user')
    .values({
      club_id: clubId,
      account_id: account.id,
      is_admin: isAdmin,
      user_since: rest.userSince ?? '2020-01-01',
      user_until: rest.userUntil ?? null,
    })
    .execute()
  return { ...account, personId: person.id }
}

interface AccountInput {
  clubId: number
  isAdmin?: boolean
  userSince?: string
  userUntil?: string
}

export async function createMember(db: Db, { clubId, statusId = memberStatus.active, ...person }: MemberInput) {
  const { id: personId } = await createPerson(db, person)
  const rootClubId = await rootOf(db, clubId)
  const member = await db
    .insertInto('member')
    .values({ root_club_id: rootClubId, person_id: personId, code: `M${next()}` })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
  await createMembership(db, { clubId, memberId: member.id, statusId })
  return member
}

interface MemberInput extends PersonInput {
  clubId: number
  statusId?: number
}

export async function createMembership(db: Db, { clubId, memberId, statusId = memberStatus.active }: MembershipInput) {
  const rootClubId = await rootOf(db, clubId)
  return await db
    .insertInto('club_member')
    .values({ member_id: memberId, club_id: clubId, root_club_id: rootClubId, member_status_id: statusId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface MembershipInput {
  clubId: number
  memberId: number
  statusId?: number
}

/** A class that runs on the weekdays given, Tuesdays at 19:00 unless told otherwise. */
export async function createClass(db: Db, { clubId, weekdays = [2], ...rest }: ClassInput) {
  const rootClubId = await rootOf(db, clubId)
  const startDate = rest.startDate ?? '2025-01-01'
  const klass = await db
    .insertInto('class')
    .values({
      club_id: clubId,
      root_club_id: rootClubId,
      class_name: rest.className ?? `Class ${next()}`,
      class_type_id: rest.classTypeId ?? classType.class,
      primary_discipline_id: rest.disciplineId ?? null,
      start_date: startDate,
      end_date: rest.endDate ?? null,
    })
    .returning(['id', 'class_name as className'])
    .executeTakeFirstOrThrow()
  for (const weekday of weekdays)
    await db
      .insertInto('class_timetable')
      .values({
        class_id: klass.id,
        club_id: clubId,
        weekday,
        start_time: rest.startTime ?? '19:00',
        finish_time: rest.finishTime ?? '20:00',
        valid_from: startDate,
      })
      .execute()
  return klass
}

interface ClassInput {
  clubId: number
  weekdays?: readonly number[]
  className?: string
  classTypeId?: number
  disciplineId?: number
  startDate?: string
  endDate?: string
  startTime?: string
  finishTime?: string
}

export async function enrol(db: Db, { classId, memberId, since = '2025-01-01' }: Enrolment) {
  const klass = await db
    .selectFrom('class')
    .select(['club_id', 'root_club_id'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('class_member')
    .values({ class_id: classId, member_id: memberId, date_added: since, ...klass })
    .execute()
}

interface Enrolment {
  classId: number
  memberId: number
  since?: string
}

export async function attend(db: Db, { classId, memberId, date = testToday, attended = true }: Attendance) {
  const klass = await db
    .selectFrom('class')
    .select(['club_id', 'root_club_id'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('attendance')
    .values({ class_id: classId, member_id: memberId, class_date: date, attended, ...klass })
    .execute()
}

interface Attendance {
  classId: number
  memberId: number
  date?: string
  attended?: boolean
}

/** A place booked for one day. */
export async function book(db: Db, { classId, memberId, date = testToday, cancelled = false }: Booking) {
  const klass = await db
    .selectFrom('class')
    .select(['club_id', 'root_club_id'])
    .where('id', '=', classId)
    .executeTakeFirstOrThrow()
  const cancelled_at = cancelled ? testNow : null
  await db
    .insertInto('booking')
    .values({ class_id: classId, member_id: memberId, booking_date: date, cancelled_at, ...klass })
    .execute()
}

interface Booking {
  classId: number
  memberId: number
  date?: string
  cancelled?: boolean
}

/** What a member owes to a club since a day, and how much of it has been paid. */
export async function createCharge(db: Db, { clubId, memberId, pence, due, paid = 0 }: ChargeInput) {
  const owner = { club_id: clubId, member_id: memberId }
  const tree = { ...owner, root_club_id: await rootOf(db, clubId) }
  const charge = await db
    .insertInto('charge')
    .values({ ...tree, amount_pence: pence, transaction_date: due, due_on: due })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (paid === 0) return
  const payment = await db
    .insertInto('payment')
    .values({ ...tree, amount_pence: paid, payment_date: due })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('allocation')
    .values({ ...owner, charge_id: charge.id, payment_id: payment.id, amount_pence: paid })
    .execute()
}

interface ChargeInput {
  clubId: number
  memberId: number
  pence: number
  due: string
  paid?: number
}

/** What a member has reached in a discipline; no grading yet unless told otherwise. */
export async function study(db: Db, { memberId, disciplineId, since = '2025-09-01', ...rest }: StudyInput) {
  const member = await db
    .selectFrom('member')
    .select('root_club_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('member_discipline')
    .values({
      ...member,
      member_id: memberId,
      discipline_id: disciplineId,
      current_grade_id: rest.gradeId ?? null,
      last_grading: rest.lastGrading ?? null,
      studied_since: since,
    })
    .execute()
}

interface StudyInput {
  memberId: number
  disciplineId: number
  gradeId?: number | undefined
  lastGrading?: string
  since?: string
}

/** A discipline with grades from white upwards; each but the first asks for 10 classes and 3 months. */
export async function createDiscipline(db: Db, { clubId, grades = ['White', 'Yellow', 'Green'] }: DisciplineInput) {
  const rootClubId = await rootOf(db, clubId)
  const discipline = await db
    .insertInto('discipline')
    .values({ club_id: clubId, root_club_id: rootClubId, name: `Karate ${next()}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const gradeIds: number[] = []
  for (const [index, name] of grades.entries()) {
    const grade = await db
      .insertInto('grade')
      .values({
        discipline_id: discipline.id,
        root_club_id: rootClubId,
        name,
        position: index + 1,
        minimum_attendance: index === 0 ? 0 : 10,
        minimum_months: index === 0 ? 0 : 3,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    gradeIds.push(grade.id)
  }
  return { id: discipline.id, gradeIds }
}

interface DisciplineInput {
  clubId: number
  grades?: readonly string[]
}

async function rootOf(db: Db, clubId: number): Promise<number> {
  const club = await db.selectFrom('club').select('root_club_id').where('id', '=', clubId).executeTakeFirstOrThrow()
  return club.root_club_id
}

/** A dated slot of a prebooked class: a week after the day of the tests, at 18:00, unless told otherwise. */
export async function createSlot(db: Db, { classId, date = '2026-05-19', capacity = 10, ...times }: SlotInput) {
  const klass = await db.selectFrom('class').select('club_id').where('id', '=', classId).executeTakeFirstOrThrow()
  return await db
    .insertInto('class_availability')
    .values({
      ...klass,
      class_id: classId,
      class_date: date,
      start_time: times.start ?? '18:00',
      finish_time: times.finish ?? '19:00',
      capacity,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface SlotInput {
  classId: number
  date?: string
  capacity?: number
  start?: string
  finish?: string
}

/** A contact of a member: a new person, or one that is there already (`personId`). */
export async function createContact(db: Db, { memberId, personId, isGuardian = true, ...rest }: ContactInput) {
  const { relationship = 'Mother', ...person } = rest
  const id = personId ?? (await createPerson(db, person)).id
  await db
    .insertInto('member_contact')
    .values({ member_id: memberId, person_id: id, relationship, is_guardian: isGuardian })
    .execute()
  return { personId: id }
}

interface ContactInput extends PersonInput {
  memberId: number
  personId?: number
  isGuardian?: boolean
  relationship?: string
}

/** Two members who belong together: brothers unless told otherwise. */
export async function link(db: Db, { memberId, linkedMemberId, relationship = 'Sibling' }: LinkInput) {
  const { root_club_id } = await db
    .selectFrom('member')
    .select('root_club_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return await db
    .insertInto('member_link')
    .values({
      root_club_id,
      member_id: memberId,
      linked_member_id: linkedMemberId,
      relationship,
      linked_since: '2026-01-10',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

interface LinkInput {
  memberId: number
  linkedMemberId: number
  relationship?: string
}

/** A document that is in force; required terms unless told otherwise. A draft: with `published: 0`. */
export async function createDocument(
  db: Db,
  { clubId, kind = 'terms', isRequired = true, published = 1, title = `Terms ${next()}` }: DocumentInput,
) {
  const tree = { club_id: clubId, root_club_id: await rootOf(db, clubId) }
  const text = `You agree to ${title}.`
  const document = await db
    .insertInto('document')
    .values({ ...tree, kind, is_required: isRequired, title, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  let versionId = 0
  for (let number = 1; number <= published; number++)
    versionId = (
      await db
        .insertInto('document_version')
        .values({ ...tree, document_id: document.id, kind, number, title, text, published_at: testNow })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  return { id: document.id, versionId, title }
}

interface DocumentInput {
  clubId: number
  kind?: 'terms' | 'waiver' | 'photo'
  isRequired?: boolean
  published?: number
  title?: string
}

/** The member signs the newest version of a document on the screen. */
export async function sign(db: Db, { memberId, documentId }: { memberId: number; documentId: number }) {
  const version = await db
    .selectFrom('document_version')
    .select(['id as document_version_id', 'document_id'])
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const membership = await db
    .selectFrom('club_member')
    .innerJoin('member', 'member.id', 'club_member.member_id')
    .select(['club_member.club_id', 'club_member.root_club_id', 'member.person_id'])
    .where('member_id', '=', memberId)
    .orderBy('club_member.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return await db
    .insertInto('document_signature')
    .values({
      ...version,
      ...membership,
      member_id: memberId,
      answer: 'signed',
      how: 'screen',
      signer_name: 'Jo Test',
      signed_at: testNow,
      recorded_at: testNow,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A file that somebody has chosen to import: the list that is there in every test, checked unless told otherwise. */
export async function createImport(db: Db, { clubId, ...rest }: ImportInput): Promise<number> {
  const reading = { sheet: null, encoding: null, delimiter: null, headerLine: null }
  const { id } = await db
    .insertInto('import_batch')
    .values({
      club_id: clubId,
      root_club_id: await rootOf(db, clubId),
      file_name: 'members.csv',
      file_key: testFile,
      reading: JSON.stringify(reading),
      mapping: JSON.stringify(anImportMapping),
      state: 'checked',
      created_at: testNow,
      ...rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface ImportInput {
  clubId: number
  state?: string
  imported_at?: Date
  undo_until?: Date
}

export const anImportMapping = {
  kind: 'members' as const,
  columns: (['firstName', 'lastName', 'status'] as const).map((field, place) => ({
    place,
    field,
    dateOrder: 'dmy' as const,
  })),
  nameOrder: 'firstLast' as const,
  disciplineId: null,
  values: [],
  defaultStatusId: memberStatus.active,
  existing: 'skip' as const,
  linkFamilies: true,
  adultsAreGuardians: true,
  enrolClassId: null,
}

/** An audience of a club that is kept: everybody. */
export async function createAudience(db: Db, clubId: number): Promise<number> {
  const club = await db.selectFrom('club').select('root_club_id').where('id', '=', clubId).executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('audience')
    .values({
      ...{ club_id: clubId, root_club_id: club.root_club_id, name: `Audience ${next()}` },
      conditions: JSON.stringify({ include: [], exclude: [] }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
