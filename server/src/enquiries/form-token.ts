import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/** Seconds that a person needs at the least. */
const usualLeast = 3
/** Seconds after which a form has been open too long. */
const most = 24 * 3600

export type TokenState = 'good' | 'tooSoon' | 'tooOld' | 'wrong'

export interface FormTokens {
  /** For a form that is shown at an instant. */
  make(clubId: number, at: Date): string
  /** What a token says when its form comes back; its id is that of the form. */
  read(token: string, clubId: number, at: Date): { readonly state: TokenState; readonly id: string }
}

/**
 * Signed by the server, so that what sends a form must have asked for one, and taken the time to fill it in. Nothing is
 * kept of it until the form comes back; then its id makes one enquiry of however many times it is sent.
 * @param key of the HMAC-SHA256, the same in all processes
 * @param least seconds that a person needs; 0 where the clock stands still
 */
export function formTokens(key: string, least = usualLeast): FormTokens {
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  return {
    make(clubId, at) {
      const content = `${randomUUID()}.${Math.floor(at.getTime() / 1000)}`
      return `${content}.${sign(`${clubId}.${content}`)}`
    },

    read(token, clubId, at) {
      const [, content = '', id = '', seconds = '', signature = ''] =
        /^(([0-9a-f-]{36})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? []
      const expected = Buffer.from(sign(`${clubId}.${content}`))
      const given = Buffer.from(signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { state: 'wrong', id: '' }
      const age = at.getTime() / 1000 - Number(seconds)
      if (age > most) return { state: 'tooOld', id }
      return { state: age < least ? 'tooSoon' : 'good', id }
    },
  }
}
