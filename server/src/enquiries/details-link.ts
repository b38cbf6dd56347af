import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../platform/secret-box.ts'

/** Days for which a link to give details works. */
const days = 30

/** The member whose details a link asks for, at a club. */
export interface DetailsLink {
  readonly memberId: number
  readonly clubId: number
  readonly expiresAt: Date
}

type Signer = Pick<SecretBox, 'sign'>

/** Signed by the server and stored nowhere: it works until it expires or the details have been given. */
export function detailsToken(box: Signer, about: Omit<DetailsLink, 'expiresAt'>, now: Date) {
  const expiresAt = new Date(Math.ceil(now.getTime() / 1000) * 1000 + days * 86_400_000)
  const content = `${about.memberId}.${about.clubId}.${expiresAt.getTime() / 1000}`
  return { token: `${content}.${signature(box, content)}`, expiresAt }
}

/** Null for a token that we didn't make. It may have expired. */
export function readDetailsToken(box: Signer, token: string): DetailsLink | null {
  const [, content = '', memberId, clubId, seconds, given = ''] =
    /^((\d{1,15})\.(\d{1,15})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
  const expected = Buffer.from(signature(box, content))
  if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), expected)) return null
  return { memberId: Number(memberId), clubId: Number(clubId), expiresAt: new Date(Number(seconds) * 1000) }
}

const signature = (box: Signer, content: string) => box.sign(content, 'details link').toString('base64url')
