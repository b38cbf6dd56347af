import { mostWithoutRight } from '@honbu/contract/audience.ts'
import { demand, type User } from '../platform/access.ts'

interface Sending {
  readonly clubId: number
  readonly kind: { readonly sends?: boolean }
  readonly people: number
}

/** @throws Refused 403 for emails to more people than a message may have without the right */
export function demandSending(user: User, { clubId, kind, people }: Sending): void {
  if (kind.sends && people > mostWithoutRight) demand(user, clubId, 'sendToMany')
}
