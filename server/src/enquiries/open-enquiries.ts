import type { FastifyInstance } from 'fastify'
import type { WriteParts } from '../bookings/index.ts'
import type { Attempts } from '../platform/attempts.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { serveDetailsPages } from './details-pages.ts'
import { serveEnquiryPages } from './enquiry-pages.ts'
import { formTokens } from './form-token.ts'

interface EnquiryParts extends WriteParts {
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly attempts: Pick<Attempts, 'begin'>
  readonly box: Pick<SecretBox, 'sign'>
  readonly config: { readonly baseUrl: string; readonly basePath: string }
  /** Seconds that filling in a form takes at the least; left out: what a person needs. */
  readonly leastSeconds: number | undefined
}

/** The public pages of the clubs, with what keeps machines from them. */
export function openEnquiries(parts: EnquiryParts) {
  const key = parts.box.sign('enquiries', 'form token').toString('base64url')
  const pages = { ...parts, tokens: formTokens(key, parts.leastSeconds) }
  return {
    async register(app: FastifyInstance) {
      await serveEnquiryPages(app, pages)
      await serveDetailsPages(app, parts)
    },
  }
}
