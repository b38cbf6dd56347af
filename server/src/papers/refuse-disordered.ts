import { Refused } from '../platform/refused.ts'

/** @throws Refused 400 under `expiresOn` when that is before the day of issue */
export function refuseDisordered({ issuedOn, expiresOn }: { issuedOn: string | null; expiresOn: string | null }): void {
  if (issuedOn === null || expiresOn === null || issuedOn <= expiresOn) return
  const message = 'Not before it was issued'
  throw new Refused(400, message, { expiresOn: [message] })
}
