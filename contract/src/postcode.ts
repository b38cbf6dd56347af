/**
 * A UK postcode as it is written: "sw1a1aa" → "SW1A 1AA"; null when the text is none. The form of the outward and inward
 * codes is that of BS 7666 and the Royal Mail's Programmers' Guide; whether a postcode is in use only their file knows.
 * Those of Jersey, Guernsey and the Isle of Man have the same form.
 */
export function ukPostcode(text: string): string | null {
  const plain = text.toUpperCase().replace(/\s/g, '')
  const [, outward, inward] = form.exec(plain) ?? []
  return outward && inward ? `${outward} ${inward}` : null
}

const form = new RegExp(
  `^(${['GIR(?=0AA$)', '[A-PR-UWYZ][0-9][0-9A-HJKPSTUW]?', '[A-PR-UWYZ][A-HK-Y][0-9][0-9ABEHMNPRVWXY]?'].join('|')})` +
    '([0-9][ABD-HJLNP-UW-Z]{2})$',
)

/** The zones whose addresses have postcodes of this form. */
const zones = ['London', 'Belfast', 'Jersey', 'Guernsey', 'Isle_of_Man'].map(place => `Europe/${place}`)

export const hasUkPostcodes = (timeZone: string): boolean => [...zones, 'GB', 'GB-Eire'].includes(timeZone)
