import * as z from 'zod/mini'
import { ask, get, id, post } from './endpoint.ts'
import { club, may, member } from './guards.ts'

/** What an exported list can hold, with the titles of its columns. */
export const exportColumns = {
  code: 'Code',
  firstName: 'First name',
  lastName: 'Last name',
  memberStatusId: 'Status',
  clubName: 'Club',
  categoryName: 'Category',
  planName: 'Plan',
  grades: 'Grades',
  tags: 'Tags',
  dob: 'Date of birth',
  age: 'Age',
  email: 'E-mail',
  phone: 'Phone',
  addressLine: 'Address',
  town: 'Town',
  postcode: 'Postcode',
  guardianName: 'Parent or guardian',
  guardianPhone: "Guardian's phone",
  guardianEmail: "Guardian's e-mail",
  memberSince: 'Joined',
  lastAttendance: 'Last attended',
  debt: 'Debt',
  hasMandate: 'Direct debit',
  marketingSource: 'Marketing source',
} as const

export type ExportColumn = keyof typeof exportColumns

const columnNames = Object.keys(exportColumns) as [ExportColumn, ...ExportColumn[]]

const which = {
  /** The members; or, instead, all that a search of the directory finds: its filter ('' finds everybody) and its clubs. */
  members: z.optional(z.array(id).check(z.minLength(1), z.maxLength(5000))),
  filter: z.optional(z.string().check(z.maxLength(10_000))),
  clubIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(500))),
}

const exportKey = z.uuid({ error: 'Should be a UUID' })

/** A file that is being made, or is there. */
export const ExportState = z.object({
  exportKey,
  format: z.enum(['csv', 'xlsx']),
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  /** Rows written, of so many; null until they are counted. */
  written: z.int(),
  total: z.nullable(z.int()),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  expiresAt: z.string(),
})

export const startExport = post('/api/member/StartExport', {
  summary:
    'Begins to write memberships into a file, CSV or XLSX; GetExport says how far it is, OpenExport hands it out.',
  access: [member('members'), may('export', club('clubIds'))],
  needsProof: true,
  whileClosed: true,
  input: {
    ...which,
    sort: z._default(z.string().check(z.maxLength(1000)), ''),
    columns: z.array(z.enum(columnNames)).check(
      z.minLength(1, { error: 'Choose at least one column' }),
      z.refine(columns => new Set(columns).size === columns.length, { error: 'Each column once' }),
    ),
    format: z.enum(['csv', 'xlsx']),
    /** en-GB: 31/12/2026; iso: 2026-12-31. A spreadsheet's own dates are dates either way. */
    dates: z._default(z.enum(['en-GB', 'iso']), 'en-GB'),
  },
  output: ExportState,
})

export const getExports = get('/api/member/GetExports', {
  summary: "The signed-in user's files of the last day, the latest first.",
  access: 'signedIn',
  output: z.array(ExportState),
})

export const getExport = get('/api/member/GetExport', {
  summary: "How far one of the signed-in user's files is.",
  access: 'signedIn',
  input: { exportKey },
  output: ExportState,
})

export const openExport = post('/api/member/OpenExport', {
  summary: 'Where the browser finds a file of the signed-in user: an address that is good for one minute and one time.',
  access: 'signedIn',
  needsProof: true,
  input: { exportKey },
  output: z.object({ address: z.string() }),
})

export const getLabels = ask('/api/member/GetLabels', {
  summary:
    'Names and addresses to print on labels, by postcode (3,000 at most). Without `perHousehold` one each; with it one for ' +
    'all at an address, by their last name. A minor’s is to his guardian.',
  access: [member('members'), may('export', club('clubIds'))],
  needsProof: true,
  input: { ...which, perHousehold: z._default(z.boolean(), false) },
  output: z.object({
    labels: z.array(z.object({ name: z.string(), lines: z.array(z.string()) })),
    /** Who has no address. */
    without: z.array(z.object({ memberId: id, name: z.string() })),
    isMore: z.boolean(),
  }),
})
