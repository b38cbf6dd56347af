import * as enquiries from '@honbu/contract/enquiries.ts'
import { serve } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { answerEnquiry, getTrialSessions } from './answer-enquiry.ts'
import { getEnquiryForm, saveEnquiryForm } from './enquiry-settings.ts'
import { getDetailsLink } from './get-details-link.ts'

export const serveEnquiries = (box: Pick<SecretBox, 'sign'>) =>
  serve(enquiries, {
    getEnquiryForm,
    saveEnquiryForm,
    getDetailsLink: getDetailsLink(box),
    getTrialSessions,
    answerEnquiry,
  })

export { enquireAddress } from './addresses.ts'
export { enquiryLinks } from './enquiry-links.ts'
export { openEnquiries } from './open-enquiries.ts'
