import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { ask, club, id } from './endpoint.ts'
import { columns, gridInput, gridPage } from './grid.ts'
import { choicesOf, memberStatus } from './ids.ts'

/** What the directory can be filtered and sorted by. */
export const directoryColumns = columns({
  lastName: { type: 'string', title: 'Last name' },
  firstName: { type: 'string', title: 'First name' },
  code: { type: 'string', title: 'Code' },
  memberStatusId: { type: 'number', title: 'Status', choices: choicesOf(memberStatus) },
  clubName: { type: 'string', title: 'Club' },
  categoryName: { type: 'string', title: 'Category' },
  planName: { type: 'string', title: 'Plan' },
  dob: { type: 'date', title: 'Date of birth' },
  email: { type: 'string', title: 'E-mail' },
  phone: { type: 'string', title: 'Phone' },
  memberSince: { type: 'date', title: 'Joined' },
  lastAttendance: { type: 'date', title: 'Last attended' },
})

/** A membership: someone who belongs to two clubs has two rows. */
export const DirectoryRow = z.object({
  clubMemberId: id,
  memberId: id,
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  photoUrl: z.nullable(z.string()),
  dob: z.nullable(date),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  clubId: id,
  clubName: z.string(),
  memberStatusId: id,
  categoryName: z.nullable(z.string()),
  planName: z.nullable(z.string()),
  memberSince: z.nullable(date),
  /** At any club that the member belongs to. */
  lastAttendance: z.nullable(date),
})

export const search = ask('/api/member/search', {
  summary: 'The memberships of some clubs, or of all the clubs the signed-in user may touch, as a grid.',
  access: club('clubIds'),
  input: { clubIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(500))), ...gridInput },
  output: gridPage(DirectoryRow),
})
