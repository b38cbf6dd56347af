import * as z from 'zod/mini'
import { isDate } from './calendar.ts'
import { get, id, post } from './endpoint.ts'
import { admin, attribute, club, member, memberAttribute, orNew, treeAttribute } from './guards.ts'
import { written } from './written.ts'
import { commaProblem, readNumber } from './written-number.ts'

export const attributeTypes = ['text', 'number', 'date', 'yesno', 'choice'] as const
export type AttributeType = (typeof attributeTypes)[number]

/** What a club wants to know of its members, of its own thinking: a definition, used by the clubs below it too. */
export const AttributeDefinition = z.object({
  attributeId: id,
  version: z.int(),
  clubId: id,
  clubName: z.string(),
  name: z.string(),
  type: z.enum(attributeTypes),
  choices: z.array(z.string()),
  isRequired: z.boolean(),
  position: z.int(),
  /** Of this club, not of one above. */
  isOwn: z.boolean(),
  /** Members who have a value. */
  uses: z.int(),
})

export const getAttributeDefinitions = get('/api/club/GetAttributeDefinitions/:id', {
  summary: "The attributes of a club's members: its own, and those of the clubs above it first.",
  access: club('id'),
  output: z.array(AttributeDefinition),
})

const fields = {
  name: written(100).check(z.minLength(1, { error: 'Give it a name' })),
  type: z.enum(attributeTypes),
  choices: z.array(written(100).check(z.minLength(1, { error: 'Should not be empty' }))).check(
    z.maxLength(100, { error: 'At most 100 choices' }),
    z.refine(choices => new Set(choices).size === choices.length, { error: 'Each choice once' }),
  ),
  isRequired: z.boolean(),
}

/** What a person edits of a definition. */
export const AttributeFields = z.object(fields).check(context => {
  const { type, choices } = context.value
  if (type === 'choice' && choices.length < 2)
    context.issues.push({ code: 'custom', input: choices, path: ['choices'], message: 'Give at least two choices' })
})

export const saveAttributeDefinition = post('/api/club/SaveAttributeDefinition/:id', {
  summary:
    'Saves the definition of an attribute (id 0: a new one). While members have values its type stays, and so do the ' +
    'choices that are used.',
  access: [admin(orNew(attribute('id'))), admin(club('clubId'))],
  input: {
    clubId: id,
    version: z.optional(z.int()),
    ...fields,
    position: z.optional(z.int().check(z.gte(0), z.lte(10_000))),
  },
  output: z.object({ attributeId: id, version: z.int() }),
})

export const deleteAttributeDefinition = post('/api/club/DeleteAttributeDefinition/:id', {
  summary: 'Deletes a definition; refused (409) while members have values, unless they are to go too.',
  access: admin(attribute('id')),
  input: { withValues: z._default(z.boolean(), false) },
  output: z.object({ attributeId: id }),
})

/** A value as it is written for its type: a number with a point, a date as YYYY-MM-DD, yes or no. */
export const MemberAttribute = z.object({
  /** Null: no value yet. */
  memberAttributeId: z.nullable(id),
  attributeId: id,
  memberId: id,
  version: z.int(),
  name: z.string(),
  type: z.enum(attributeTypes),
  choices: z.array(z.string()),
  isRequired: z.boolean(),
  /** Of the club that asks for it. */
  clubName: z.string(),
  value: z.string(),
})

export const getAttributes = get('/api/member/GetAttributes/:id', {
  summary: "The attributes that the caller's clubs ask of a member, with the values there are.",
  access: member('id'),
  output: z.array(MemberAttribute),
})

export const saveAttribute = post('/api/member/SaveAttribute/:id', {
  summary: 'Saves the value of an attribute of a member. What is wrong for its type is said under `value`.',
  access: [member('id'), treeAttribute('attributeId'), memberAttribute('memberAttributeId')],
  repeats: { memberId: 'id' },
  input: {
    memberAttributeId: z.optional(z.nullable(id)),
    attributeId: id,
    version: z.optional(z.int()),
    value: written(1000),
  },
  output: z.object({
    memberAttributeId: z.nullable(id),
    attributeId: id,
    memberId: id,
    version: z.int(),
    value: z.string(),
  }),
})

export const deleteAttribute = post('/api/member/DeleteAttribute/:id', {
  summary: 'Takes the value of an attribute (id: of the value) from a member; refused where it is required.',
  access: memberAttribute('id'),
  output: z.object({ memberAttributeId: id, memberId: id }),
})

interface Definition {
  readonly type: AttributeType
  readonly choices: readonly string[]
  readonly isRequired: boolean
}

/**
 * What a value becomes when it is kept: numbers without grouping, yes and no in small letters, a choice as it is defined.
 * `wrong` says what a person should write instead.
 */
export function attributeValue(
  value: string,
  { type, choices, isRequired }: Definition,
): { value: string } | { wrong: string } {
  const text = value.trim()
  if (text === '') return isRequired ? { wrong: 'This should not be empty' } : { value: '' }
  switch (type) {
    case 'text':
      return { value: text }
    case 'number': {
      if (readNumber(text, 6) === undefined) return { wrong: commaProblem(text, 6) ?? 'Should be a number' }
      return { value: text.replaceAll(',', '') }
    }
    case 'date':
      return isDate(text) ? { value: text } : { wrong: 'Should be a date' }
    case 'yesno': {
      const answer = text.toLowerCase()
      return answer === 'yes' || answer === 'no' ? { value: answer } : { wrong: 'Should be yes or no' }
    }
    case 'choice': {
      const choice = choices.find(each => each.toLowerCase() === text.toLowerCase())
      return choice === undefined ? { wrong: `Should be one of: ${choices.join(', ')}` } : { value: choice }
    }
  }
}
