import type { Input } from '@honbu/contract/endpoint.ts'
import type * as call from '@honbu/contract/enquiries.ts'
import { placeOfMember } from '../people/index.ts'
import { Refused } from '../platform/refused.ts'
import type { Read } from '../platform/route.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { detailsPage } from './addresses.ts'
import { detailsToken } from './details-link.ts'
import { detailsRequest } from './details-request.ts'

export const getDetailsLink =
  (box: Pick<SecretBox, 'sign'>) =>
  async ({ db, user, now }: Read, { id: memberId }: Input<typeof call.getDetailsLink>) => {
    const { clubId } = await placeOfMember(db, { user, now }, memberId)
    const asked = await detailsRequest(db, { memberId, clubId }, now)
    if (!asked) throw new Refused(404, 'There’s no such member any more.')
    const { token, expiresAt } = detailsToken(box, asked, now)
    return {
      address: `${detailsPage}?token=${encodeURIComponent(token)}`,
      expiresAt: expiresAt.toISOString(),
      isGiven: asked.isGiven,
    }
  }
