import * as z from 'zod/mini'
import { beltLook } from './belt.ts'
import { date, finishTime, timeOfDay } from './calendar.ts'
import { FirstBill } from './charging.ts'
import { ask, get, id, post } from './endpoint.ts'
import { club, joiningDraft, klass, member, orNew, person, treeCategory, treeGrade, treePlan } from './guards.ts'
import { FirstMembership, joinerFields, SecondContact, Sibling } from './joining-fields.ts'
import { photoAddress } from './photo-address.ts'
import { written } from './written.ts'

const joined = { memberId: id, code: z.string(), memberStatusId: z.int(), bookingId: z.nullable(id) }

const createGuards = [
  club('membership.clubId'),
  treeCategory('membership.categoryId'),
  treePlan('membership.trainingPlanId'),
  treePlan('membership.trialPlanId'),
  treeGrade('gradeId'),
  klass('classId'),
  treeCategory('siblings.membership.categoryId'),
  treePlan('siblings.membership.trainingPlanId'),
  treePlan('siblings.membership.trialPlanId'),
  treeGrade('siblings.gradeId'),
  klass('siblings.classId'),
  person('secondContact.personId'),
  member('linkedMemberIds'),
  joiningDraft('draftId'),
] as const

const createFields = {
  ...joinerFields,
  membership: FirstMembership,
  secondContact: z._default(z.nullable(SecondContact), null),
  siblings: z._default(z.array(Sibling).check(z.maxLength(11, { error: 'At most 12 at once' })), []),
  /** Members who are brothers or sisters of all of these. */
  linkedMemberIds: z._default(z.array(id).check(z.maxLength(20)), []),
  /** How the consents were given. */
  consentHow: z._default(z.enum(['paper', 'screen', 'inPerson', 'phone', 'email']), 'inPerson'),
  /** The draft that this was, which is done with then. */
  draftId: z.optional(z.nullable(id)),
}

export const create = post('/api/member/Create/', {
  summary:
    'Makes a member, with the next code of the tree of clubs: person, membership, and as they are given a contact, the ' +
    'first class or booking, the grade, notes and consents; and brothers and sisters with the same contact, linked with ' +
    'each other. All of it or nothing. Someone under 18 needs a parent or guardian (400 under `secondContact`); someone ' +
    'who is most likely a member already is refused (409 under `evenIfDuplicate`) until told otherwise, and so is a class ' +
    'that is full (`evenIfFull`). Of a brother or sister the fields begin with `siblings.0.`',
  access: [...createGuards],
  input: createFields,
  output: z.object({
    ...joined,
    siblings: z.array(z.object(joined)),
  }),
})

export const addWalkIn = post('/api/member/AddWalkIn/:id', {
  summary:
    'Makes a prospect of a name at the door of a class (id) and marks them present on the date. They aren’t enrolled. The ' +
    'same name twice on a register is refused (409 under `firstName`).',
  access: klass('id'),
  input: {
    classDate: date,
    firstName: written(200).check(z.minLength(1, { error: 'Give a first name' })),
    lastName: z._default(written(200), ''),
  },
  output: z.object({ memberId: id, code: z.string() }),
})

export const previewFirstBill = ask('/api/member/PreviewFirstBill', {
  summary:
    'The first bill of members who are about to be created, with the input of Create: the charges up to the first whole ' +
    'period, and the regular payment after that. Refuses what Create refuses; stores nothing.',
  access: [...createGuards],
  input: createFields,
  output: FirstBill,
})

/** A person as far as somebody has typed. */
const typed = z.object({
  firstName: z._default(written(800), ''),
  lastName: z._default(written(800), ''),
  dob: z._default(z.nullable(date), null),
  email: z._default(z.nullable(written(254)), null),
  phoneMob: z._default(z.nullable(written(60)), null),
  phoneDay: z._default(z.nullable(written(60)), null),
  phoneEve: z._default(z.nullable(written(60)), null),
})

export const FoundDuplicate = z.object({
  memberId: id,
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dob: z.nullable(date),
  photoUrl: z.nullable(photoAddress),
  clubName: z.string(),
  memberStatusId: z.int(),
  /** May the caller open him? A member of a sister club is only named. */
  isOurs: z.boolean(),
  /** What is the same, the strongest first. */
  sameBy: z.array(z.enum(['nameAndDob', 'email', 'phone'])),
  /** False: only a hint, such as the e-mail address that a family shares. */
  isLikely: z.boolean(),
})

export const findDuplicates = ask('/api/member/FindDuplicates/:clubId', {
  summary:
    'Who of the members of a tree of clubs may be the same person, the likely first; for each of the people in their ' +
    'order. By name and date of birth, e-mail and phone, in whatever form they are written.',
  access: club('clubId'),
  input: { people: z.array(typed).check(z.minLength(1), z.maxLength(12)) },
  output: z.array(z.array(FoundDuplicate)),
})

export const findKnownContacts = ask('/api/member/FindKnownContacts/:clubId', {
  summary:
    'Who could be the contact that somebody types, because he or she is known: contacts of members, and grown-up members, ' +
    "of the caller's clubs, by the same name, e-mail or phone.",
  access: club('clubId'),
  input: { contact: typed },
  output: z.array(
    z.object({
      personId: id,
      firstName: z.string(),
      lastName: z.string(),
      email: z.nullable(z.string()),
      phoneMob: z.nullable(z.string()),
      /** Trains himself. */
      memberId: z.nullable(id),
      /** Whose contact he is, and as what. */
      contactOf: z.array(
        z.object({ memberId: id, name: z.string(), relationship: z.string(), isGuardian: z.boolean() }),
      ),
      sameBy: z.array(z.enum(['name', 'email', 'phone'])),
    }),
  ),
})

const named = { name: z.string() }

export const getJoiningChoices = get('/api/member/GetJoiningChoices/:id', {
  summary:
    'What there is to choose from when somebody joins a club: categories, plans with their prices, grades and marketing ' +
    'sources of the club and those above it, and its own classes with their places.',
  access: club('id'),
  output: z.object({
    clubId: id,
    clubName: z.string(),
    timeZone: z.string(),
    today: date,
    /** Whether the caller is an administrator of it. */
    isAdmin: z.boolean(),
    categories: z.array(
      z.object({ categoryId: id, ...named, minAge: z.nullable(z.int()), maxAge: z.nullable(z.int()) }),
    ),
    plans: z.array(
      z.object({
        trainingPlanId: id,
        ...named,
        /** Who may have it: whole years, both included, and categories; none: all. */
        minAge: z.nullable(z.int()),
        maxAge: z.nullable(z.int()),
        categories: z.array(z.object({ categoryId: id, ...named })),
        /** Of a trial of it: days, and pounds. */
        trialDays: z.int(),
        trialPrice: z.number(),
        /** Pounds. */
        prices: z.array(z.object({ subFrequencyId: z.int(), subPrice: z.number() })),
      }),
    ),
    classes: z.array(
      z.object({
        classId: id,
        className: z.string(),
        classTypeId: z.int(),
        primaryDisciplineId: z.nullable(id),
        capacity: z.nullable(z.int()),
        enrolled: z.int(),
        /** 1 Monday … 7 Sunday. */
        times: z.array(z.object({ weekday: z.int(), start: timeOfDay, finish: finishTime })),
        /** Its sessions of the next four weeks that haven’t begun, with the places for prospects and for members; null: no limit. */
        nextDates: z.array(
          z.object({
            date,
            start: timeOfDay,
            free: z.nullable(z.int()),
            freeForMembers: z.nullable(z.int()),
          }),
        ),
      }),
    ),
    disciplines: z.array(
      z.object({
        disciplineId: id,
        ...named,
        grades: z.array(
          z.object({
            gradeId: id,
            ...named,
            ...beltLook,
          }),
        ),
      }),
    ),
    marketingSources: z.array(z.object({ id: z.int(), ...named })),
    paymentMethods: z.array(z.object({ id: z.int(), ...named })),
    noteCategories: z.array(z.object({ id: z.int(), ...named })),
  }),
})

/** Days for which a draft is kept after the last change. */
export const draftDays = 30

/** The most that a draft holds, as JSON. */
const mostContent = 100_000

const content = z
  .record(z.string(), z.unknown())
  .check(z.refine(value => JSON.stringify(value).length <= mostContent, { error: 'Is too much for a draft' }))

const Draft = {
  draftId: id,
  version: z.int(),
  clubId: id,
  clubName: z.string(),
  title: z.string(),
  /** ISO 8601, UTC. */
  savedAt: z.string(),
}

export const saveDraft = post('/api/member/SaveDraft/:id', {
  summary:
    'Keeps what the caller has filled in so far (0: a new draft), for 30 days after the last change. What is in it is the ' +
    'screen’s business. Over a newer version, from another device, it is refused (409).',
  access: [orNew(joiningDraft('id')), club('clubId')],
  input: { clubId: id, version: z.optional(z.int()), title: written(500), content },
  output: z.object({ draftId: id, version: z.int() }),
})

export const getDrafts = get('/api/member/GetDrafts', {
  summary: "The caller's own drafts of the last 30 days, the latest first.",
  access: 'signedIn',
  output: z.array(z.object(Draft)),
})

export const getDraft = get('/api/member/GetDraft/:id', {
  summary: "A draft of the caller's own, with what is in it.",
  access: joiningDraft('id'),
  output: z.object({ ...Draft, content: z.record(z.string(), z.unknown()) }),
})

export const deleteDraft = post('/api/member/DeleteDraft/:id', {
  summary: "Throws a draft of the caller's own away.",
  access: joiningDraft('id'),
  output: z.object({ draftId: id }),
})
