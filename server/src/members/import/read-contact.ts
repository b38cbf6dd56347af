import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { nothing, quoted, type Reading, read, unusable } from './reading.ts'

const none = /^(n\/?a|none|nil|-+)$/i

export interface Phone {
  /** E.164. */
  readonly number: string
  /** Whose it is, where a note in brackets says so. */
  readonly belongsTo: 'Mother' | 'Father' | null
}

/**
 * Reads a British phone number in any of the shapes people write it, also without its leading zero, to E.164. Numbers
 * kept free for drama count: whether a number is in use is not asked. "n/a" is no number and no problem.
 */
export function readPhone(cell: string): Reading<Phone> {
  if (cell === '' || none.test(cell)) return nothing
  // "(0)" is part of a number, "(mum)" is a note.
  const note = /\(([a-z][^)]*)\)/i.exec(cell)
  const text = note ? cell.replace(note[0], '').trim() : cell
  const found = /^[\d\s()+./-]+$/.test(text) ? parsePhoneNumberFromString(text, 'GB') : undefined
  if (!found?.isPossible()) return unusable(`Mobile ${quoted(cell)} is not a phone number: left out`)
  const belongsTo = note ? ownerOf(note[1] ?? '') : null
  const problem = note && !belongsTo ? `Mobile ${quoted(cell)}: the note ${quoted(note[1] ?? '')} is left out` : null
  return read({ number: found.number, belongsTo }, problem)
}

function ownerOf(note: string): Phone['belongsTo'] {
  if (/^(mum|mam|mom|mother|mummy)$/i.test(note.trim())) return 'Mother'
  if (/^(dad|father|daddy)$/i.test(note.trim())) return 'Father'
  return null
}

/** Reads an e-mail address, in lower case. Of several, the first is used and the others are told. */
export function readEmail(cell: string): Reading<string> {
  if (cell === '' || none.test(cell)) return nothing
  const [first = '', ...others] = cell.split(/[;,]/).map(part => part.trim().toLowerCase())
  if (first.length > 254 || !/^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(first)) {
    return unusable(`E-mail ${quoted(cell)} is not an address: left out`)
  }
  const problem = others.length > 0 ? `E-mail ${quoted(cell)} holds more than one address: only ${first} is used` : null
  return read(first, problem)
}

/** Reads a post code of the United Kingdom, written as it should be: "ox52bu" is OX5 2BU. */
export function readPostcode(cell: string): Reading<string> {
  if (cell === '') return nothing
  const letters = cell.toUpperCase().replaceAll(/\s/g, '')
  // Royal Mail's shapes; the inward part has no C, I, K, M, O or V.
  const found = /^(GIR|[A-Z]{1,2}\d[A-Z\d]?)(\d[ABD-HJLNP-UW-Z]{2})$/.exec(letters)
  return found ? read(`${found[1]} ${found[2]}`) : unusable(`Post code ${quoted(cell)} is not a UK post code: left out`)
}

/** "4 Blanda Close, Long Halvorsonford" is a line and a town. */
export function readAddress(cell: string): { readonly line: string | null; readonly town: string | null } {
  const oneLine = cell.replaceAll(/\s*[\r\n]+\s*/g, ', ')
  const comma = oneLine.lastIndexOf(',')
  if (comma < 0) return { line: oneLine || null, town: null }
  return { line: oneLine.slice(0, comma).trim() || null, town: oneLine.slice(comma + 1).trim() || null }
}
