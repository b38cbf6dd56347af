import * as z from 'zod/mini'
import { ask, id, post } from './endpoint.ts'
import { club, member } from './guards.ts'

/** The long forms: what is typed into them is kept until it's saved. */
export const draftedForms = [
  'automation',
  'class',
  'club',
  'contact',
  'discipline',
  'document',
  'enquiryForm',
  'grades',
  'layout',
  'location',
  'note',
  'person',
  'plan',
  'product',
  'template',
] as const

/** A draft that was saved last so many days ago is forgotten. */
export const formDraftDays = 30

const values = z.record(z.string(), z.json())

/** What is typed, what the form began with, and the version of the record then (0: it has none). */
const draft = z.object({ values, base: values, version: z.int().check(z.gte(0), z.lte(2_147_483_647)) })
export type FormDraft = z.infer<typeof draft>

/** Which form: each account has one draft for each. */
const which = {
  /** Null: the form is about a member, not a club. */
  clubId: z.nullable(id),
  form: z.enum(draftedForms),
  /** The record that is edited; 0: a new one. */
  record: z.int().check(z.gte(0)),
  /** Whom it's about. */
  memberId: z.nullable(id),
}
const access = [club('clubId'), member('memberId')] as const

export const getFormDraft = ask('/api/drafts/GetFormDraft', {
  summary: 'What the user has typed into a form and not saved.',
  access: [...access],
  input: which,
  output: z.object({ found: z.nullable(z.extend(draft, { savedAt: z.string() })) }),
})

export const saveFormDraft = post('/api/drafts/SaveFormDraft', {
  summary: 'Keeps what the user has typed into a form until they save or discard it, for 30 days at most.',
  access: [...access],
  input: { ...which, draft },
  output: z.object({ savedAt: z.string() }),
})

export const discardFormDraft = post('/api/drafts/DiscardFormDraft', {
  summary: 'Forgets what the user has typed into a form: it’s saved, or not wanted.',
  access: [...access],
  input: which,
  output: z.object({}),
})
