import type { getStaffCertificates } from '@honbu/contract/certificates.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import type { getDocuments } from '@honbu/contract/papers.ts'

export type ClubDocument = Output<typeof getDocuments>[number]

export type StaffUser = Output<typeof getStaffCertificates>[number]
export type StaffCertificate = StaffUser['certificates'][number]
