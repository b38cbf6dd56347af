import * as z from 'zod/mini'
import { ask, get, id, post } from './endpoint.ts'
import { wholeNumber } from './format.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { audience, chosenMember, club, orNew } from './guards.ts'
import { memberStatus, messageParameter } from './ids.ts'
import { channels, purposes, refusalKinds, refusals } from './reach.ts'
import { written } from './written.ts'

const parameterIds: readonly number[] = Object.values(messageParameter)

/**
 * One parameter of an audience and the values of which any will do: ids of clubs, statuses, categories, classes, tags,
 * marketing sources (refs), disciplines, grades, roles, accounts (user); of candidate 1 for yes and 0 for no.
 */
export const Condition = z.object({
  parameterId: z
    .int()
    .check(z.refine(value => parameterIds.includes(value), { error: 'Not a parameter of a message.' })),
  values: z.array(id).check(z.minLength(1, { error: 'Choose at least one' }), z.maxLength(500)),
})
export type Condition = z.infer<typeof Condition>

const conditions = z.array(Condition).check(z.maxLength(50))

/** Conditions alone: what is kept under a name, to be used again. */
export const Conditions = z.object({ include: conditions, exclude: conditions })

/** More than these are chosen by what they have in common. */
export const mostChosen = 5000

const chosenFields = {
  members: z.optional(
    z.array(id).check(
      z.minLength(1, { error: 'Choose at least one member' }),
      z.maxLength(mostChosen, {
        error: `Choose at most ${wholeNumber(mostChosen)} members, or all that a search finds`,
      }),
    ),
  ),
  filter: z.optional(z.string().check(z.maxLength(10_000))),
}

/** Members as they are chosen in the directory: these, or all that a search finds ('' finds everybody); one of the two. */
export const ChosenMembers = z.object(chosenFields).check(
  z.refine(({ members, filter }) => (members === undefined) !== (filter === undefined), {
    error: 'Name the members, or the search that finds them: one of the two.',
  }),
)
export type ChosenMembers = z.infer<typeof ChosenMembers>

/**
 * Who is meant: those for whom every condition of `include` holds and none of `exclude`; of those `chosen`, where some were
 * chosen in the directory. Role and user choose people who work in the clubs; the other parameters choose members. With
 * conditions of both sorts both are meant; without any, members. Members are Active or Issue unless a status is named
 * here or in the search, or they are chosen one by one.
 */
export const Audience = z.extend(Conditions, { chosen: z.optional(ChosenMembers) })
export type Audience = z.infer<typeof Audience>

/** Everyone may write to so many people at once; more takes the right `sendToMany`. */
export const mostWithoutRight = 10

/** Says whether a message can reach more people than everyone may write to. */
export const isToMany = ({ chosen }: Audience): boolean =>
  chosen?.members === undefined || chosen.members.length > mostWithoutRight

export const everybody: Audience = { include: [], exclude: [] }

const isOfStaff = ({ parameterId }: Condition) =>
  parameterId === messageParameter.role || parameterId === messageParameter.user

export const meansStaff = ({ include }: Audience): boolean => include.some(isOfStaff)

/** False where an audience is of people who work in the clubs alone. */
export const meansMembers = (audience: Audience): boolean =>
  audience.chosen !== undefined ||
  !meansStaff(audience) ||
  audience.include.some(condition => !isOfStaff(condition) && condition.parameterId !== messageParameter.club)

/** The members an audience means that names no status. */
export const defaultStatuses: Condition = {
  parameterId: messageParameter.memberStatus,
  values: [memberStatus.active, memberStatus.issue],
}

/** Says whether `defaultStatuses` narrows an audience, because it leaves the status open. */
export function isStatusOpen(audience: Audience): boolean {
  const { include, chosen } = audience
  if (!meansMembers(audience) || chosen?.members !== undefined) return false
  return (
    !include.some(({ parameterId }) => parameterId === messageParameter.memberStatus) && !namesStatus(chosen?.filter)
  )
}

/** Text in quotation marks is a value, whatever it says. */
const namesStatus = (filter = '') => /\bmemberStatusId~/.test(filter.replaceAll(/'[^']*'/g, ''))

/** The audience with the statuses that it means. */
export const withStatuses = (audience: Audience): Audience =>
  isStatusOpen(audience) ? { ...audience, include: [defaultStatuses, ...audience.include] } : audience

/** What is asked of an audience. */
const question = {
  clubIds: z.array(id).check(z.minLength(1), z.maxLength(1000)),
  audience: Audience,
  channel: z.enum(channels),
  purpose: z.enum(purposes),
  /** A family that shares an address gets one message. */
  onePerAddress: z.boolean(),
}

const guards = [club('clubIds'), chosenMember('audience.chosen.members')] as const

export const countAudience = ask('/api/audience/CountAudience', {
  summary: 'How many people an audience is, how many of them a message reaches, and why the others get none.',
  access: [...guards],
  input: question,
  output: z.object({
    total: z.int(),
    reached: z.int(),
    refused: z.array(z.object({ reason: z.enum(refusalKinds), count: z.int() })),
  }),
})

export const audienceColumns = columns({
  name: { type: 'string', title: 'Name' },
  toName: { type: 'string', title: 'Goes to' },
  address: { type: 'string', title: 'Address' },
  clubName: { type: 'string', title: 'Club' },
  refusal: {
    type: 'string',
    title: 'Gets none because',
    choices: Object.entries(refusals).map(([value, text]) => ({ value, text })),
  },
})

export const AudienceRow = z.object({
  /** Null for somebody who works in the club. */
  memberId: z.nullable(id),
  clubId: id,
  name: z.string(),
  /** Who is written to: of a minor the guardian. Empty when there is nobody. */
  toName: z.string(),
  address: z.nullable(z.string()),
  clubName: z.string(),
  /** Null: gets the message. */
  refusal: z.nullable(z.enum(refusalKinds)),
})

export const getAudienceMembers = ask('/api/audience/GetAudienceMembers', {
  summary: 'The people of an audience by name, each with the address, or why there is no message; as a grid.',
  access: [...guards],
  input: { ...question, ...gridInput },
  output: gridPage(AudienceRow),
})

export const getChosenClubs = ask('/api/audience/GetChosenClubs', {
  summary:
    'For a message to members chosen in the directory, some or all that a search of it finds: the clubs they are in, and ' +
    'which of the user’s clubs sends it. Refused where they are none, or have no club above them all.',
  access: [chosenMember('members'), club('clubIds')],
  input: {
    ...chosenFields,
    /** Where they were looked for; left out: in all clubs of the user. */
    clubIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(500))),
  },
  output: z.object({
    clubId: id,
    clubIds: z.array(id),
    /** The members. */
    total: z.int(),
  }),
})

const Choice = z.object({
  id,
  name: z.string(),
  /** Tells two of the same name apart: the club, or the discipline of a grade. May be empty. */
  of: z.string(),
})

export const getAudienceChoices = get('/api/audience/GetAudienceChoices/:id', {
  summary:
    'What an audience of a club and the clubs below it can be chosen by, with names: for each parameter its values.',
  access: club('id'),
  output: z.array(z.object({ parameterId: id, values: z.array(Choice) })),
})

/** An audience that is kept under a name. */
export const SavedAudience = z.object({
  id,
  clubId: id,
  name: z.string(),
  audience: Conditions,
  version: z.int(),
})

export const getSavedAudiences = get('/api/audience/GetSavedAudiences/:id', {
  summary: 'The audiences that a club has kept, by name.',
  access: club('id'),
  output: z.array(SavedAudience),
})

export const saveAudience = post('/api/audience/SaveAudience/:id', {
  summary: 'Keeps an audience of a club under a name (id 0: a new one).',
  access: [orNew(audience('id')), club('clubId')],
  input: {
    clubId: id,
    name: written(100).check(z.minLength(1, { error: 'Give it a name' })),
    audience: Conditions,
    version: z.optional(z.int()),
  },
  output: SavedAudience,
})

export const deleteAudience = post('/api/audience/DeleteAudience/:id', {
  summary: 'Deletes a kept audience. Messages that were made with it stay as they are.',
  access: audience('id'),
  output: z.object({ id }),
})
