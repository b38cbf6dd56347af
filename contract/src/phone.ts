/**
 * The address that rings a phone number, whatever shape it was written in; null when there are no digits to dial. Numbers
 * are stored as typed, since people write what they need to remember ("07700 900123 (work, after 5)").
 *
 * By RFC 3966: digits, with a + before a country code and an extension behind. A "(0)" after a country code is not dialled,
 * and 00 before one is its +.
 */
export function telLink(text: string): string | null {
  // Of two numbers the first.
  const [first = ''] = text.split(/\s\/\s|;|,|\bor\b/i)
  const [, number = '', extension] = form.exec(first) ?? []
  const international = /^\s*(\+|00)/.test(number)
  const digits = (international ? number.replace(/\(0\)/, '') : number).replace(/\D/g, '')
  const dialled = international ? `+${digits.replace(/^00/, '')}` : digits
  if (digits === '') return null
  return `tel:${dialled}${extension ? `;ext=${extension}` : ''}`
}

const form = /^\D*?(\+?[\d\s().\-/–]*\d)(?:\s*(?:extension|ext|x|#)\.?\s*(\d{1,6}))?/i
