import * as certificates from '@honbu/contract/certificates.ts'
import * as papers from '@honbu/contract/papers.ts'
import { serve } from '../platform/route.ts'
import { deleteCertificate, getCertificates, saveCertificate } from './certificates.ts'
import { getDocuments, getDocumentVersion } from './documents.ts'
import { getMemberDocuments } from './member-documents.ts'
import { publishDocument, saveDocument, withdrawDocument } from './save-document.ts'
import { sendDocuments } from './send-documents.ts'
import { sendDocumentsToMembers } from './send-to-members.ts'
import { signDocument } from './sign-document.ts'
import { getSignature } from './signatures.ts'
import { deleteStaffCertificate, getStaffCertificates, saveStaffCertificate } from './staff-certificates.ts'
import { getUnsignedMembers } from './unsigned-members.ts'
import { withdrawSignature } from './withdraw-signature.ts'

export const servePapers = serve(
  { ...papers, ...certificates },
  {
    getDocuments,
    saveDocument,
    publishDocument,
    withdrawDocument,
    getDocumentVersion,
    getUnsignedMembers,
    sendDocumentsToMembers,
    getMemberDocuments,
    getSignature,
    signDocument,
    withdrawSignature,
    sendDocuments,
    getCertificates,
    saveCertificate,
    deleteCertificate,
    getStaffCertificates,
    saveStaffCertificate,
    deleteStaffCertificate,
  },
)

export { warnOfExpiryEverywhere } from './expiry.ts'
export { openDocumentsOf } from './member-documents.ts'
export { openPapers } from './open-papers.ts'
export { sendDocuments } from './send-documents.ts'
