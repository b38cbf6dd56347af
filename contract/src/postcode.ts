import * as z from 'zod/mini'
import { writtenOrNull } from './written.ts'

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

/** Ireland's Eircode, 'D02 AF30': a routing key and four characters, without letters that are easily confused (eircode.ie). */
const eircode = /^([AC-FHKNPRTV-Y]\d[0-9W])([0-9AC-FHKNPRTV-Y]{4})$/

/** Looks like a British one that isn't right: no other country begins with one or two letters and a digit, but Canada and Ireland. */
const nearlyBritish = /^[A-Z]{1,2}\d/
const canadian = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/
/** Any other country's: 75001, 1012 AB, 100-0001, SE-111 22. */
const foreign = /^(?=.*\d)[A-Z0-9][A-Z0-9 -]{1,10}[A-Z0-9]$/

/** A postcode as it is written: British and Irish ones in their own form, others in capitals. */
export function writtenPostcode(text: string): string {
  const plain = text.toUpperCase().trim().replace(/\s+/g, ' ')
  const [, key, rest] = eircode.exec(plain.replaceAll(' ', '')) ?? []
  return ukPostcode(plain) ?? (key && rest ? `${key} ${rest}` : plain)
}

/** What is wrong with a postcode of any country; undefined: nothing. */
export function postcodeProblem(text: string): string | undefined {
  const plain = writtenPostcode(text)
  const isKnown = ukPostcode(plain) !== null || eircode.test(plain.replaceAll(' ', '')) || canadian.test(plain)
  if (isKnown || (foreign.test(plain) && !nearlyBritish.test(plain))) return undefined
  return 'A postcode such as LS9 4QB, D02 AF30 or 75001'
}

/** A postcode as people type it; nothing typed is null. */
export const postcode = z.pipe(
  writtenOrNull(12),
  z.transform(text => text && writtenPostcode(text)),
)
