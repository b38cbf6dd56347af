import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, get, id, post } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { admin, club, document, member, orNew, person, signature, treeDocument, treeDocumentVersion } from './guards.ts'
import { choicesOf, memberStatus } from './ids.ts'
import { written, writtenLines } from './written.ts'

/** What a club has its members sign. A signed photo consent sets flag 8 of the communication flags. */
export const documentKinds = {
  terms: 'Terms',
  waiver: 'Waiver',
  photo: 'Photo consent',
} as const satisfies Readonly<Record<string, string>>

export type DocumentKind = keyof typeof documentKinds

const documentKind = z.enum(['terms', 'waiver', 'photo'])

const documentFields = {
  kind: documentKind,
  title: written(200).check(z.minLength(1, { error: 'Give it a title' })),
  /** Members without its signature stand out in registers. */
  isRequired: z.boolean(),
  /** Simple Markdown: see simple-markdown.ts. */
  text: writtenLines(40_000).check(z.minLength(1, { error: 'Write the text that is signed' })),
}

/** What a person edits of a document. */
export const DocumentFields = z.object(documentFields)

const PublishedVersion = z.object({
  documentVersionId: id,
  /** 1 for the first that was published. */
  number: z.int(),
  title: z.string(),
  /** ISO 8601, UTC. */
  publishedAt: z.string(),
  /** Full name; empty when nobody is known. */
  publishedBy: z.string(),
  /** Members who have signed it, at the caller's clubs. */
  signed: z.int(),
})

export const ClubDocument = z.object({
  documentId: id,
  version: z.int(),
  /** The club that has made it; members of all clubs below sign it too. */
  clubId: id,
  clubName: z.string(),
  kind: documentKind,
  isRequired: z.boolean(),
  /** The text as it is worked on; to those who cannot change it, as it was last published. */
  title: z.string(),
  text: z.string(),
  /** Has the draft become another text than the one in force? */
  hasChanges: z.boolean(),
  /** The newest first. That is in force, unless the document is withdrawn. */
  versions: z.array(PublishedVersion),
  /** ISO 8601, UTC; null: not withdrawn. */
  withdrawnAt: z.nullable(z.string()),
  /** May the signed-in user change it? */
  canEdit: z.boolean(),
})

export const getDocuments = get('/api/club/GetDocuments/:clubId', {
  summary:
    "What a club's members sign: its own documents and those of the clubs above it. Drafts are shown to those who may " +
    'change them.',
  access: club('clubId'),
  output: z.array(ClubDocument),
})

export const saveDocument = post('/api/club/SaveDocument/:id', {
  summary:
    'Saves the draft of a document of a club; id 0: a new one. Nobody is asked for anything before it is published; ' +
    'whether it is required changes at once.',
  access: [admin(orNew(document('id'))), admin(club('clubId'))],
  input: { clubId: id, version: z.optional(z.int()), ...documentFields },
  output: z.object({ documentId: id, version: z.int() }),
})

export const publishDocument = post('/api/club/PublishDocument/:id', {
  summary:
    'Puts the draft in force as a new version, which never changes again: everybody is asked to sign it. A withdrawn ' +
    'document comes back with the version it had when nothing in it has changed.',
  access: admin(document('id')),
  input: { version: z.int() },
  output: z.object({ documentId: id, version: z.int(), documentVersionId: id, number: z.int() }),
})

export const withdrawDocument = post('/api/club/WithdrawDocument/:id', {
  summary:
    'Takes a document out of force: nobody is asked for it any more, and what was signed is kept. A draft that was never ' +
    'published is deleted.',
  access: admin(document('id')),
  input: { version: z.int() },
  output: z.object({ documentId: id, isDeleted: z.boolean() }),
})

export const getDocumentVersion = get('/api/club/GetDocumentVersion/:id', {
  summary: 'A published version of a document, with its text.',
  access: treeDocumentVersion('id'),
  output: z.object({
    documentVersionId: id,
    documentId: id,
    clubName: z.string(),
    kind: documentKind,
    number: z.int(),
    title: z.string(),
    text: z.string(),
    publishedAt: z.string(),
  }),
})

export const unsignedColumns = columns({
  firstName: { title: 'First name', type: 'string' },
  lastName: { title: 'Last name', type: 'string' },
  memberStatusId: {
    title: 'Status',
    type: 'number',
    choices: choicesOf({
      active: memberStatus.active,
      issue: memberStatus.issue,
      prospect: memberStatus.prospect,
    }),
  },
  missing: { title: 'Missing', type: 'string' },
  asked: { title: 'Asked on', type: 'date' },
})

export const getUnsignedMembers = ask('/api/club/GetUnsignedMembers/:clubId', {
  summary: "Who of a club's members (active, issue, prospect) has not signed all that is required; a grid.",
  access: club('clubId'),
  input: { ...gridInput },
  output: gridPage(
    z.object({
      memberId: id,
      firstName: z.string(),
      lastName: z.string(),
      code: z.string(),
      memberStatusId: z.int(),
      /** Titles, with commas between. */
      missing: z.string(),
      /** The day on which a link was last sent; null: never. */
      asked: z.nullable(date),
    }),
  ),
})

export const sendDocumentsToMembers = post('/api/club/SendDocumentsToMembers/:clubId', {
  summary:
    'Sends everybody of GetUnsignedMembers who has an address, and no open link of the last seven days, a link to what is ' +
    'missing.',
  access: admin(club('clubId')),
  output: z.object({ sent: z.int(), withoutAddress: z.int(), askedLately: z.int() }),
})

/** How it was signed. `carried`: taken over from the time before the text was kept here. */
export const signingWays = ['screen', 'link', 'paper', 'carried'] as const

export const Signature = z.object({
  signatureId: id,
  documentVersionId: id,
  documentId: id,
  kind: documentKind,
  title: z.string(),
  number: z.int(),
  answer: z.enum(['signed', 'declined']),
  how: z.enum(signingWays),
  /** As it was typed. */
  signerName: z.string(),
  /** What the signer is to the member: 'Mother'; empty for the member. */
  relationship: z.string(),
  /** ISO 8601, UTC. On paper it is the day that stands there. */
  signedAt: z.string(),
  clubName: z.string(),
  /** Full name of who held the device, or wrote it down; empty for a link. */
  recordedBy: z.string(),
  /** Null: it stands. */
  withdrawn: z.nullable(z.object({ at: z.string(), by: z.string(), reason: z.string() })),
})

/** `signed` the newest version; `outdated`: an older one; `declined` the newest; `open`: nothing yet. */
export const documentStates = ['signed', 'outdated', 'declined', 'open'] as const

export const getMemberDocuments = get('/api/member/GetMemberDocuments/:id', {
  summary: "What a member is asked to sign at the caller's clubs, what of it he has signed, and who may sign for him.",
  access: member('id'),
  output: z.object({
    isUnder18: z.boolean(),
    /** Who may sign: the member, or the guardians of someone under 18. Empty: nobody can. */
    signers: z.array(
      z.object({
        personId: id,
        name: z.string(),
        relationship: z.string(),
        isMember: z.boolean(),
        email: z.nullable(z.string()),
      }),
    ),
    documents: z.array(
      z.object({
        documentId: id,
        documentVersionId: id,
        number: z.int(),
        kind: documentKind,
        title: z.string(),
        isRequired: z.boolean(),
        /** The club of the member through which it is asked; it may be a document of a club above. */
        clubId: id,
        clubName: z.string(),
        ownerName: z.string(),
        state: z.enum(documentStates),
        /** The signature or refusal that the state is about. */
        signatureId: z.nullable(id),
        /** When a link that can still be used was sent, and to whom; null: none. */
        asked: z.nullable(z.object({ at: z.string(), email: z.string(), until: z.string() })),
      }),
    ),
    /** Everything ever signed or declined, the latest first. */
    signatures: z.array(Signature),
  }),
})

/** A drawn signature: the path of an SVG, on a ground of 600 × 200. */
const drawing = z
  .string()
  .check(
    z.maxLength(30_000, { error: 'The drawing is too long' }),
    z.regex(/^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*)+$/, 'Should be a drawn line'),
  )

export const getSignature = get('/api/member/GetSignature/:id', {
  summary: 'One signature with the exact text that was signed.',
  access: signature('id'),
  output: z.extend(Signature, {
    memberId: id,
    memberName: z.string(),
    text: z.string(),
    drawing: z.nullable(z.string()),
    /** Of the club, to write the time in. */
    timeZone: z.string(),
  }),
})

export const signDocument = post('/api/member/SignDocument/:id', {
  summary:
    'Signs a version that is in force, or declines it: on this screen, or as it stands on paper. Someone under 18 does not ' +
    'sign; a guardian among the contacts does (400 under `personId`). A version that is not the newest any more: 409.',
  access: [member('id'), club('clubId'), treeDocumentVersion('documentVersionId'), person('personId')],
  input: {
    clubId: id,
    documentVersionId: id,
    /** The member's own person, or a guardian's. */
    personId: id,
    answer: z.enum(['signed', 'declined']),
    signerName: written(200).check(z.minLength(1, { error: 'Type your name' })),
    drawing: z.optional(z.nullable(drawing)),
    how: z.enum(['screen', 'paper']),
    /** On paper: the day that stands there. */
    signedOn: z.optional(z.nullable(date)),
  },
  output: z.object({ signatureId: id }),
})

export const withdrawSignature = post('/api/member/WithdrawSignature/:id', {
  summary: 'Withdraws a signature or takes a wrong one back, with the reason; it stays in the history.',
  access: signature('id'),
  input: { reason: writtenLines(500).check(z.minLength(1, { error: 'Say why' })) },
  output: z.object({ signatureId: id }),
})

export const sendDocuments = post('/api/member/SendDocuments/:id', {
  summary:
    'Sends a link to read and sign documents without an account: to the member, or to a guardian of someone under 18. It ' +
    'can be used once, for 14 days, and ends the one before.',
  access: [member('id'), club('clubId'), treeDocument('documentIds'), person('personId')],
  input: {
    clubId: id,
    documentIds: z.array(id).check(z.minLength(1, { error: 'Choose at least one' }), z.maxLength(50)),
    /** Whom to ask; left out: the first of the signers with an address. */
    personId: z.optional(z.nullable(id)),
  },
  output: z.object({ email: z.string(), name: z.string() }),
})
