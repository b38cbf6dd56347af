import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, idText, post } from './endpoint.ts'
import { club, klass, member, registerMember } from './guards.ts'
import { photoAddress } from './photo-address.ts'
import { written } from './written.ts'

/** Present, absent, or not marked. */
const attended = z.nullable(z.boolean())

/** Made by the device for one mark, and sent again with each repetition of it: a mark counts once. */
const markId = z.optional(z.uuid({ error: 'Should be a UUID' }))

/**
 * When a mark was made and when it is sent, both by the clock of the device, so that how wrong that clock is does not
 * matter: what counts is how long ago it was. Left out: it is made now. Of two marks the later one stands, in whatever
 * order they arrive.
 */
const whenMarked = {
  markedAt: z.optional(z.iso.datetime({ error: 'Should be an instant, ISO 8601 in UTC' })),
  sentAt: z.optional(z.iso.datetime({ error: 'Should be an instant, ISO 8601 in UTC' })),
}

export const saveAttendance = post('/api/member/SaveAttendance/:id', {
  summary:
    'Marks a member present (true) or absent (false) at a class on a date, or takes the mark back (null). Answers what ' +
    'stands: of several devices the mark that was made last.',
  access: [registerMember('id'), klass('classId')],
  input: { classId: id, classDate: date, attended, markId, ...whenMarked },
  output: z.object({ memberId: id, classId: id, classDate: date, attended }),
})

export const saveAttendances = post('/api/member/SaveAttendances', {
  summary: 'Marks many members of one class on a date, all or none; each member once.',
  access: [klass('classId'), registerMember('marks.memberId')],
  input: {
    classId: id,
    classDate: date,
    marks: z.array(z.object({ memberId: id, attended, markId })).check(
      z.minLength(1),
      z.maxLength(500),
      z.refine(marks => new Set(marks.map(({ memberId }) => memberId)).size === marks.length, {
        error: 'A member is marked twice.',
      }),
    ),
    ...whenMarked,
  },
  output: z.object({ classId: id, classDate: date, marks: z.array(z.object({ memberId: id, attended })) }),
})

/** Why someone is enrolled who has left the club, or is of another age or grade than the class is for. */
const overrideReason = z.optional(written(200))

export const addClass = post('/api/member/AddClass/:id', {
  summary:
    'Enrols a member in a class, from today (of the club) or from another day. Who is enrolled already stays so, and one ' +
    'who left that very day never left. A class that is full, or has its prospects, refuses (409, under `evenIfFull`) ' +
    'until told otherwise.',
  access: [member('id'), klass('classId')],
  input: {
    classId: id,
    dateAdded: z.optional(z.nullable(date)),
    evenIfFull: z._default(z.boolean(), false),
    overrideReason,
  },
  output: z.object({ memberId: id, classId: id, dateAdded: date }),
})

export const removeClass = post('/api/member/RemoveClass/:id', {
  summary: 'Ends an enrolment: from that day on (today of the club when left out) the member is not expected any more.',
  access: [member('id'), klass('classId')],
  input: { classId: id, from: z.optional(z.nullable(date)) },
  output: z.object({ memberId: id, classId: id, removedOn: date }),
})

/** What staff have written down about a member. */
export const MemberNote = z.object({
  id,
  memberId: id,
  clubId: id,
  clubName: z.string(),
  categoryId: z.int(),
  category: z.string(),
  subject: z.string(),
  note: z.string(),
  reminder: z.nullable(date),
  completed: z.boolean(),
  isPinned: z.boolean(),
  hasSms: z.boolean(),
  hasEmail: z.boolean(),
  /** Full name; empty when nobody is known. */
  writtenBy: z.string(),
  /** ISO 8601, UTC. */
  dateAdded: z.string(),
})

export const getPinnedNotes = get('/api/member/GetPinnedNotes/:id', {
  summary: "The notes pinned to a member, the newest first: those that were written in one of the user's clubs.",
  access: member('id'),
  isKept: true,
  output: z.array(MemberNote),
})

/** A member found by a search box. */
export const FoundMember = z.object({
  id,
  /** 'Jane Smith [1042]': name and member code. */
  label: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  code: z.string(),
  photoUrl: z.nullable(photoAddress),
  clubName: z.string(),
  memberStatusId: z.int(),
  /** 'Ann Evans, mother': the contact that the text fits, where the member's own name doesn't. */
  foundBy: z.nullable(z.string()),
})

/** What a person types. */
const searchText = z.string().check(z.trim(), z.maxLength(200))

export const basicSearch = get('/api/member/basicSearch', {
  summary:
    'The 20 members that fit best a name, email, phone or postcode, theirs or a contact’s, or a member code, in one club or in all of the user’s.',
  access: club('clubId'),
  input: { filter: z.optional(searchText), clubId: z.optional(idText) },
  output: z.array(FoundMember),
})

export const classSearch = get('/api/member/classSearch', {
  summary: 'Members who could be added to the register of a class on a date; those already on it are marked so.',
  access: klass('classId'),
  input: { filter: z.optional(searchText), classId: idText, classDate: date },
  output: z.array(z.extend(FoundMember, { isOnRegister: z.boolean() })),
})
