import { postcodeProblem, writtenPostcode } from '@honbu/contract/postcode.ts'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { isNone, nothing, quoted, type Reading, read, unusable } from './reading.ts'

export interface Phone {
  /** E.164. */
  readonly number: string
  /** A second one in the same cell. */
  readonly second: string | null
  /** Whose it is, where a note in brackets says so. */
  readonly belongsTo: 'Mother' | 'Father' | null
}

/**
 * Reads a British phone number in any of the shapes people write it, also without its leading zero or as a spreadsheet
 * spoils it, to E.164. Numbers kept free for drama count: whether a number is in use is not asked.
 */
export function readPhone(cell: string): Reading<Phone> {
  if (isNone(cell)) return nothing
  // "(0)" is part of a number, "(mum)" is a note.
  const note = /\(([a-z][^()]*)\)/i.exec(cell)
  const text = note ? cell.replace(note[0], '').trim() : cell
  const whole = numberIn(text)
  const [first, second, ...more] = whole ? [whole] : text.split(/[/;,&]|\bor\b/i).map(numberIn)
  if (!first) return unusable(`${quoted(cell)} is not a phone number: left out`)
  const belongsTo = note ? ownerOf(note[1] ?? '') : null
  const problems = [
    note && !belongsTo && `the note ${quoted(note[1] ?? '')} is left out`,
    (second === null || more.length > 0) && 'only what is a phone number is used, two at most',
  ].filter(problem => typeof problem === 'string')
  const problem = problems.length > 0 ? `${quoted(cell)}: ${problems.join('; ')}` : null
  return read({ number: first, second: second ?? null, belongsTo }, problem)
}

function numberIn(text: string): string | null {
  if (!/^[\d\s()+./-]+$/.test(text)) return null
  // As a number in a spreadsheet it has lost its plus: 447700900123.
  const found = parsePhoneNumberFromString(/^44\d{10}$/.test(text) ? `+${text}` : text, 'GB')
  return found?.isPossible() ? found.number : null
}

function ownerOf(note: string): Phone['belongsTo'] {
  if (/^(mum|mam|mom|mother|mummy)$/i.test(note.trim())) return 'Mother'
  if (/^(dad|father|daddy)$/i.test(note.trim())) return 'Father'
  return null
}

/** Reads an e-mail address, in lower case. Of several, the first is used and the others are told. */
export function readEmail(cell: string): Reading<string> {
  if (isNone(cell)) return nothing
  const [first = '', ...others] = cell.split(/[;,\s]+/).map(part => part.trim().toLowerCase())
  const isAddress = first.length <= 254 && /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(first)
  const isRest = others.every(other => other === '' || other.includes('@'))
  if (!isAddress || !isRest) return unusable(`${quoted(cell)} is not an e-mail address: left out`)
  const hasMore = others.some(other => other !== '')
  return read(first, hasMore ? `${quoted(cell)} holds more than one address: only ${first} is used` : null)
}

/** Reads a postcode, written as it should be ("ox52bu" is OX5 2BU); one of no British form is kept as it stands. */
export function readPostcode(cell: string): Reading<string> {
  if (isNone(cell)) return nothing
  if (cell.length > 12) return unusable(`${quoted(cell)} is no postcode: left out`)
  const isWrong = postcodeProblem(cell) !== undefined
  return read(
    writtenPostcode(cell),
    isWrong ? `${quoted(cell)} is not a postcode that we know: kept as it is written` : null,
  )
}

interface Address {
  readonly line: string | null
  readonly town: string | null
}

/** "4 Blanda Close, Long Halvorsonford" is a line and a town; where the town has a column of its own, all is the line. */
export function readAddress({ address, address2, town }: Readonly<Record<'address' | 'address2' | 'town', string>>) {
  const lines = [address, address2]
    .filter(line => line !== '')
    .flatMap(line => line.split('\n'))
    .map(line => line.trim())
    .filter(line => line !== '')
    .join(', ')
  const comma = town === '' ? lines.lastIndexOf(',') : -1
  const parts: Address =
    comma < 0
      ? { line: lines || null, town: town || null }
      : { line: lines.slice(0, comma).trim() || null, town: lines.slice(comma + 1).trim() || null }
  const isLong = (parts.line?.length ?? 0) > 200 || (parts.town?.length ?? 0) > 100
  const problem = isLong ? `${quoted(lines)} is cut to 200 characters, a town to 100` : null
  return { value: { line: parts.line?.slice(0, 200) ?? null, town: parts.town?.slice(0, 100) ?? null }, problem }
}
