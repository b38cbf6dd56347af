import { createHmac } from 'node:crypto'

/** X-Twilio-Signature of a form (https://www.twilio.com/docs/usage/security#validating-requests). */
export function twilioSignature(token: string, address: string, form: Readonly<Record<string, string>>): string {
  const fields = Object.entries(form).sort(([one], [other]) => (one < other ? -1 : 1))
  const text = address + fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token).update(text).digest('base64')
}
