import * as enquiries from '@honbu/contract/enquiries.ts'
import { serve } from '../platform/route.ts'
import { getEnquiryForm, saveEnquiryForm } from './enquiry-settings.ts'

export const serveEnquiries = serve(enquiries, { getEnquiryForm, saveEnquiryForm })

export { enquireAddress } from './addresses.ts'
export { enquiryLinks } from './enquiry-links.ts'
export { openEnquiries } from './open-enquiries.ts'
