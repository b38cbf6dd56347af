import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * The number that a text message can go to, in E.164, read from what people have written; null when there is none in it.
 * A number without a country code is a British one. Of several in one field it is the first.
 */
export function mobileNumber(text: string | null): string | null {
  // Of two numbers the first: "07700 900123 / 0113 496 0000 (work)".
  const [first = ''] = (text ?? '').split(/\s\/\s|;|,|\bor\b/i)
  const number = parsePhoneNumberFromString(first, 'GB')
  return number?.isPossible() ? number.number : null
}
