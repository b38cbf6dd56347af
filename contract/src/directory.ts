import * as z from 'zod/mini'
import { patterns } from './belt.ts'
import { date } from './calendar.ts'
import { ask, get, id, idText, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { club } from './guards.ts'
import { choicesOf, memberStatus } from './ids.ts'
import { photoAddress } from './photo-address.ts'
import { written, writtenLines } from './written.ts'

const months = 'January February March April May June July August September October November December'.split(' ')

/** What a current member should have and lacks. */
export const missingDetail = { billing: 1, signature: 2, emergencyContact: 3, payment: 4, dob: 5 } as const
export type MissingDetail = keyof typeof missingDetail

export const missingWords: Readonly<Record<MissingDetail, string>> = {
  billing: 'Left out of billing',
  signature: 'Unsigned documents',
  emergencyContact: 'No emergency contact',
  payment: 'No way to pay',
  dob: 'No date of birth',
}

// Object.keys forgets that its answers are keys.
export const missingDetails = Object.keys(missingDetail) as MissingDetail[]

/**
 * What the directory can be filtered and, but for what a member has several of, sorted by.
 *
 * - Names, category, plan and tag are compared as texts, so that a filter by 'Adults' or 'Competitor' means the category or
 *   tag of that name in each club.
 * - `disciplineId`, `classId`, `tag`: eq has it, neq has not, isnull has none at all.
 * - `gradeId` compares the order of the grades within the discipline of the grade that is named: gte that grade and above,
 *   so `gradeId~gte~5~and~gradeId~lte~7` is a range. neq is not at that grade, isnull at none in any discipline.
 * - `age` in whole years, `daysAbsent` since the last attendance, `daysMember` since joining: as of today in the club.
 * - `debt` is what is overdue, in pounds.
 * - `missing`: of active members and those with an issue, what they lack; documents of prospects too. `payment`: no way to
 *   pay, or Direct Debit without a mandate. isnull lacks nothing.
 * - `isFrozen`: today is among the days for which the membership is frozen.
 */
export const directoryColumns = columns({
  lastName: { type: 'string', title: 'Last name' },
  firstName: { type: 'string', title: 'First name' },
  code: { type: 'string', title: 'Code' },
  gradeId: { type: 'number', title: 'Belt' },
  memberStatusId: { type: 'number', title: 'Status', choices: choicesOf(memberStatus) },
  clubId: { type: 'number', title: 'Club' },
  clubName: { type: 'string', title: 'Club name' },
  categoryName: { type: 'string', title: 'Category' },
  planName: { type: 'string', title: 'Plan' },
  disciplineId: { type: 'number', title: 'Discipline' },
  classId: { type: 'number', title: 'Class' },
  tag: { type: 'string', title: 'Tag' },
  age: { type: 'number', title: 'Age' },
  dob: { type: 'date', title: 'Date of birth' },
  birthdayMonth: {
    type: 'number',
    title: 'Birthday month',
    choices: months.map((text, index) => ({ value: index + 1, text })),
  },
  email: { type: 'string', title: 'E-mail' },
  phone: { type: 'string', title: 'Phone' },
  memberSince: { type: 'date', title: 'Joined' },
  daysMember: { type: 'number', title: 'Days since joining' },
  lastAttendance: { type: 'date', title: 'Last attended' },
  daysAbsent: { type: 'number', title: 'Days since last attended' },
  debt: { type: 'number', title: 'Debt' },
  hasMandate: { type: 'boolean', title: 'Direct debit' },
  isFrozen: { type: 'boolean', title: 'Frozen' },
  marketingSourceId: { type: 'number', title: 'Marketing source' },
  missing: {
    type: 'number',
    title: 'Missing',
    choices: missingDetails.map(name => ({ value: missingDetail[name], text: missingWords[name] })),
  },
})

/** Fields by which there is no order: those of which a member has several, and what is only asked. */
export const unsortable = ['disciplineId', 'gradeId', 'classId', 'tag', 'isFrozen', 'missing'] as const

/** A count that is larger is not counted to its end: `total` says then how many there are at least. */
export const countedUpTo = 10_000

/** A membership: someone who belongs to two clubs has two rows. */
export const DirectoryRow = z.object({
  clubMemberId: id,
  memberId: id,
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  photoUrl: z.nullable(photoAddress),
  dob: z.nullable(date),
  /** In whole years, today. */
  age: z.nullable(z.int()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  clubId: id,
  clubName: z.string(),
  memberStatusId: id,
  categoryName: z.nullable(z.string()),
  planName: z.nullable(z.string()),
  memberSince: z.nullable(date),
  /** At this club. */
  lastAttendance: z.nullable(date),
  /** Overdue at this club, in pounds. */
  debt: z.number(),
  /** Pays by direct debit. */
  hasMandate: z.boolean(),
  marketingSourceId: z.nullable(id),
  marketingSource: z.nullable(z.string()),
  /** The belts, in each discipline the one that was reached. */
  grades: z.array(
    z.object({
      disciplineName: z.string(),
      gradeName: z.nullable(z.string()),
      colour: z.nullable(z.string()),
      colourTwo: z.nullable(z.string()),
      pattern: z.nullable(z.enum(patterns)),
      stripe: z.nullable(z.string()),
      bars: z.nullable(z.int()),
      barColour: z.nullable(z.string()),
    }),
  ),
})

export const search = ask('/api/member/search/', {
  summary: 'The memberships of some clubs, or of all the clubs the signed-in user may touch, as a grid.',
  access: club('clubIds'),
  input: { clubIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(500))), ...gridInput },
  output: z.extend(gridPage(DirectoryRow), {
    /** There are more than `total`, which were counted. */
    isTotalMore: z.boolean(),
  }),
})

export const getMissingDetails = get('/api/member/GetMissingDetails', {
  summary:
    'How many members lack what they should have (`missing` of the directory), in a club or in all of the user’s.',
  access: club('clubId'),
  input: { clubId: z.optional(idText) },
  output: z.object({
    billing: z.int(),
    signature: z.int(),
    emergencyContact: z.int(),
    payment: z.int(),
    dob: z.int(),
  }),
})

const Named = z.object({ id, name: z.string() })

export const getDirectoryChoices = get('/api/member/GetDirectoryChoices', {
  summary:
    'What the directory’s filters offer, by name: of one club, or of all the clubs the signed-in user may touch.',
  access: club('clubId'),
  input: { clubId: z.optional(idText) },
  output: z.object({
    clubs: z.array(Named),
    /** Each name once, whichever club it is of. */
    categories: z.array(z.string()),
    plans: z.array(z.string()),
    tags: z.array(z.string()),
    marketingSources: z.array(Named),
    /** Grades from the lowest to the highest. `clubName`: of the club that has made it. */
    disciplines: z.array(z.extend(Named, { clubName: z.string(), grades: z.array(Named) })),
    /** Those that have not ended; null where there are too many to choose from, until a club is chosen. */
    classes: z.nullable(z.array(z.extend(Named, { clubName: z.string() }))),
  }),
})

const viewName = written(100).check(z.minLength(1, 'Give it a name.'))

/** A list of members as somebody likes to see it. */
export const DirectoryView = z.object({
  name: viewName,
  /** As in the address of the list. */
  filter: writtenLines(10_000),
  sort: writtenLines(1000),
  /** What is shown, in the order of the columns; none: as usual. */
  columns: z.array(written(100)).check(z.maxLength(50)),
  /** What the list begins with. */
  isDefault: z.boolean(),
})

export const getDirectoryViews = get('/api/member/GetDirectoryViews', {
  summary: 'The signed-in user’s saved views of the directory.',
  access: 'signedIn',
  output: z.array(DirectoryView),
})

export const saveDirectoryView = post('/api/member/SaveDirectoryView', {
  summary: 'Saves a view under its name. `renamedFrom`: the name it had until now. At most one is the default.',
  access: 'signedIn',
  input: { ...DirectoryView.shape, renamedFrom: z.optional(viewName) },
  output: z.object({}),
})

export const deleteDirectoryView = post('/api/member/DeleteDirectoryView', {
  summary: 'Deletes a saved view.',
  access: 'signedIn',
  input: { name: viewName },
  output: z.object({}),
})
