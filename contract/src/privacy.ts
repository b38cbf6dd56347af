import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, post } from './endpoint.ts'
import { admin, member, merge } from './guards.ts'
import { written } from './written.ts'

export const mergeMembers = post('/api/member/MergeMembers/:id', {
  summary:
    'Makes one of two records of the same human: all that hangs on the other member moves to this one, which keeps its ' +
    'code and its own details and takes from the other what it has none of. Reversible for 30 days. Two that look like two ' +
    'people (relatives, other birth dates or first names) are refused (409 under `otherMemberId`) unless `evenSo`.',
  access: [admin(member('id')), admin(member('otherMemberId'))],
  input: { otherMemberId: id, evenSo: z._default(z.boolean(), false) },
  output: z.object({
    mergeId: id,
    memberId: id,
    /** ISO 8601, UTC. */
    undoUntil: z.string(),
    /** Pounds of credit of one record that have paid what the other owed. */
    settled: z.number(),
  }),
})

export const undoMerge = post('/api/member/UndoMerge/:id', {
  summary:
    'Takes a merge (mergeId) into this member apart again: what came from the other record goes back to it; what has been ' +
    'added since stays here.',
  access: [admin(member('id')), admin(merge('mergeId'))],
  input: { mergeId: id },
  output: z.object({ memberId: id, otherMemberId: id }),
})

export const getMerges = get('/api/member/GetMerges/:id', {
  summary: 'The records that were merged into this member and can still be taken apart.',
  access: admin(member('id')),
  output: z.array(
    z.object({
      mergeId: id,
      otherMemberId: id,
      otherName: z.string(),
      otherCode: z.string(),
      /** ISO 8601, UTC. */
      mergedAt: z.string(),
      undoUntil: z.string(),
      by: z.string(),
    }),
  ),
})

export const getPersonalData = get('/api/member/GetPersonalData/:id', {
  summary: "Everything that the caller's clubs hold about a member, to be read before it is handed over.",
  access: admin(member('id')),
  output: z.object({
    /** Differs as soon as anything below does: `exportPersonalData` hands out just what was read. */
    digest: z.string(),
    hasPhoto: z.boolean(),
    /** Notes that their category keeps from the caller, such as those about safeguarding. */
    notesLeftOut: z.int(),
    parts: z.array(
      z.object({
        title: z.string(),
        /** Written freely, or about others as well. */
        mayTellOfOthers: z.boolean(),
        rows: z.array(
          z.object({ row: z.string(), fields: z.array(z.object({ field: z.string(), text: z.string() })) }),
        ),
      }),
    ),
  }),
})

const place = z.object({
  row: z.string().check(z.maxLength(200)),
  field: z.string().check(z.maxLength(200)),
})

export const exportPersonalData = post('/api/member/ExportPersonalData/:id', {
  summary:
    "Everything that the caller's clubs hold about a member, as a ZIP (base64) of JSON and of a page to read, without " +
    'what was blacked out. `digest` is the one of GetPersonalData: 409 if anything has changed since.',
  access: admin(member('id')),
  needsProof: true,
  input: {
    digest: z.string().check(z.maxLength(100)),
    /** Fields blacked out as a whole. */
    blackedOut: z.array(place).check(z.maxLength(5_000, 'Black out at most 5,000 fields')),
    /** Words, such as names, blacked out in every text. */
    words: z
      .array(written(100).check(z.minLength(2, 'Give words of at least two letters')))
      .check(z.maxLength(100, 'Give at most 100 words')),
    withPhoto: z.boolean(),
  },
  output: z.object({ fileName: z.string(), contentType: z.literal('application/zip'), base64: z.string() }),
})

export const erasePersonalData = post('/api/member/ErasePersonalData/:id', {
  summary:
    'Forgets a person for good: name, contacts, notes and all else that tells who it was go; amounts, marks and gradings ' +
    'stay as figures. Refused while a membership goes on, and (409 under `evenSo`) while they owe money or have credit, ' +
    'unless `evenSo`. `code` must be the member’s code, as a second thought.',
  access: admin(member('id')),
  input: { code: z.string().check(z.trim(), z.maxLength(40)), evenSo: z._default(z.boolean(), false) },
  output: z.object({
    memberId: id,
    /** Payments that the bank has already and that cannot be taken back, in pounds. Mandates and cards are ended. */
    onItsWay: z.array(z.object({ amount: z.number(), chargeDate: z.nullable(date) })),
  }),
})
