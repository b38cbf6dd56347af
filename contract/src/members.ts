import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { club, get, id, idText, klass, member, post } from './endpoint.ts'

export const saveAttendance = post('/api/member/SaveAttendance/:id', {
  summary: 'Marks a member present (true) or absent (false) at a class on a date, or takes the mark back (null).',
  access: [member('id'), klass('classId')],
  input: { classId: id, classDate: date, attended: z.nullable(z.boolean()) },
  output: z.object({ memberId: id, classId: id, classDate: date, attended: z.nullable(z.boolean()) }),
})

/** A member found by a search box. */
export const FoundMember = z.object({
  id,
  /** 'Jane Smith [1042]': name and member code. */
  label: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  code: z.string(),
  photoUrl: z.nullable(z.string()),
  clubName: z.string(),
  memberStatusId: z.int(),
})

/** What a person types. U+0000 is text in JSON but not in Postgres. */
const searchText = z.string().check(
  z.trim(),
  z.maxLength(200),
  z.refine(text => !text.includes('\0'), { error: 'Should be text that can be typed.' }),
)

export const basicSearch = get('/api/member/basicSearch', {
  summary: 'The 20 members that fit a name, e-mail, phone or member code best, in one club or in all of the user’s.',
  access: club('clubId'),
  input: { filter: searchText, clubId: z.optional(idText) },
  output: z.array(FoundMember),
})

export const classSearch = get('/api/member/classSearch', {
  summary: 'Members who could be added to the register of a class on a date; those already on it are marked so.',
  access: klass('classId'),
  input: { filter: searchText, classId: idText, classDate: date },
  output: z.array(z.extend(FoundMember, { isOnRegister: z.boolean() })),
})
