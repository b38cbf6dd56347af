import * as z from 'zod/mini'
import { date } from './calendar.ts'
import { get, id, idOrNew, post } from './endpoint.ts'
import { admin, club, clubUser, member, memberCertificate, staffCertificate } from './guards.ts'
import { written, writtenLines } from './written.ts'

/** What a certificate of a member is. */
export const certificateKinds = {
  licence: 'Licence',
  insurance: 'Insurance',
  other: 'Other',
} as const satisfies Readonly<Record<string, string>>

export type CertificateKind = keyof typeof certificateKinds

/** What somebody has to have who works in a club. */
export const staffCertificateKinds = {
  dbs: 'DBS check',
  firstAid: 'First aid',
  insurance: 'Insurance',
  coaching: 'Coaching',
  other: 'Other',
} as const satisfies Readonly<Record<string, string>>

export type StaffCertificateKind = keyof typeof staffCertificateKinds

/** Days before it expires at which a certificate becomes a task. */
export const expiryWarningDays = 60

const certificateFields = {
  number: written(100),
  issuer: written(200),
  issuedOn: z.nullable(date),
  /** The last day on which it holds; null: it does not expire. */
  expiresOn: z.nullable(date),
  note: writtenLines(1000),
}

const inOrder = z.refine<{ issuedOn: string | null; expiresOn: string | null }>(
  ({ issuedOn, expiresOn }) => issuedOn === null || expiresOn === null || issuedOn <= expiresOn,
  { path: ['expiresOn'], error: 'Not before it was issued' },
)

const memberCertificateFields = { kind: z.enum(['licence', 'insurance', 'other']), ...certificateFields }
const staffCertificateFields = {
  kind: z.enum(['dbs', 'firstAid', 'insurance', 'coaching', 'other']),
  ...certificateFields,
}

/** What a person edits of a member's certificate. */
export const CertificateFields = z.object(memberCertificateFields).check(inOrder)
/** The same of somebody who works in a club. */
export const StaffCertificateFields = z.object(staffCertificateFields).check(inOrder)

/** `expired`; `soon`: within the days of the warning; `good`: later, or never. */
export const certificateStates = ['expired', 'soon', 'good'] as const
export type CertificateState = (typeof certificateStates)[number]

export const getCertificates = get('/api/member/GetCertificates/:id', {
  summary: "A member's licences and insurances that the caller's clubs keep; those that expire first stand first.",
  access: member('id'),
  output: z.array(
    z.object({
      memberCertificateId: id,
      version: z.int(),
      clubId: id,
      clubName: z.string(),
      ...memberCertificateFields,
      state: z.enum(certificateStates),
    }),
  ),
})

export const saveCertificate = post('/api/member/SaveCertificate/:id', {
  summary: "Saves a member's licence or insurance at a club; memberCertificateId 0 or left out: a new one.",
  access: [member('id'), club('clubId'), memberCertificate('memberCertificateId')],
  input: { memberCertificateId: idOrNew, clubId: id, version: z.optional(z.int()), ...memberCertificateFields },
  output: z.object({ memberCertificateId: id, version: z.int() }),
})

export const deleteCertificate = post('/api/member/DeleteCertificate/:id', {
  summary: "Deletes a member's certificate.",
  access: memberCertificate('id'),
  output: z.object({ memberCertificateId: id }),
})

export const getStaffCertificates = get('/api/club/GetStaffCertificates/:clubId', {
  summary: 'The certificates of everybody who works in a club now: DBS, first aid, insurance, coaching.',
  access: admin(club('clubId')),
  output: z.array(
    z.object({
      clubUserId: id,
      name: z.string(),
      certificates: z.array(
        z.object({
          staffCertificateId: id,
          version: z.int(),
          ...staffCertificateFields,
          state: z.enum(certificateStates),
        }),
      ),
    }),
  ),
})

export const saveStaffCertificate = post('/api/club/SaveStaffCertificate/:id', {
  summary: 'Saves a certificate of a club user (id); staffCertificateId 0 or left out: a new one.',
  access: [admin(clubUser('id')), admin(staffCertificate('staffCertificateId'))],
  input: { staffCertificateId: idOrNew, version: z.optional(z.int()), ...staffCertificateFields },
  output: z.object({ staffCertificateId: id, version: z.int() }),
})

export const deleteStaffCertificate = post('/api/club/DeleteStaffCertificate/:id', {
  summary: 'Deletes a certificate of somebody who works in the club.',
  access: admin(staffCertificate('id')),
  output: z.object({ staffCertificateId: id }),
})
