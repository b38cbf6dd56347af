/** What a search box's text can mean. */
export interface SearchTerms {
  /** Parts of a name, in any order. */
  readonly words: readonly string[]
  /** The ways in which a member code that was typed may be written; none when the text cannot be one. */
  readonly codes: readonly string[]
  /** Part of an e-mail address. */
  readonly email?: string
  /** Part of a postcode of several words, without its spaces; of one word it is searched for as an email is. */
  readonly postcode?: string
  /** Digits of a phone number, without what differs between its national and international forms. */
  readonly phone?: string
}

/** Null for a text too short to search for: a single character finds half the club. */
export function searchTerms(text: string): SearchTerms | null {
  const words = text.trim().split(/\s+/)
  const [word = ''] = words
  if ([...words.join(' ')].length < 2) return null
  const isOneWord = words.length === 1
  const phone = phoneDigits(text.trim())
  return {
    words: words.slice(0, 6),
    codes: isOneWord ? [...new Set([word, word.toLowerCase(), word.toUpperCase()])] : [],
    // Below three characters no index helps, and every address would do.
    ...(isOneWord && [...word].length > 2 && { email: word }),
    ...(!isOneWord && hasPostcodeForm(words) && { postcode: words.join('') }),
    ...(phone && { phone }),
  }
}

/** LS9 4QB, D02 AF30, 100 0001: letters and digits alone, at least one digit. */
const hasPostcodeForm = (words: readonly string[]) =>
  words.length === 2 && /^(?=.*\d)[a-z\d]{4,10}$/i.test(words.join(''))

/** What +44 7700…, 0044 7700…, +44 (0)7700… and 07700… have in common: 7700…; empty for what is no part of a number. */
function phoneDigits(text: string): string {
  const digits = text.replace(/\D/g, '')
  if (digits.length < 4 || /\p{L}/u.test(text)) return ''
  return digits.replace(/^(00)?44/, '').replace(/^0+/, '')
}
