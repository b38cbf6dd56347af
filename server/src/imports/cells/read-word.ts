import { subFrequency } from '@honbu/contract/ids.ts'
import { commaProblem } from '@honbu/contract/written-number.ts'
import { isNone, nothing, quoted, type Reading, read, unusable } from './reading.ts'

/** Reads an answer. No answer is neither yes nor no. */
export function readYesNo(cell: string): Reading<boolean> {
  if (isNone(cell) && !/^none$/i.test(cell)) return nothing
  if (/^(y|yes|ok|true|1|x|✓|✔)$/i.test(cell)) return read(true)
  if (/^(n|no|false|0|none)$/i.test(cell)) return read(false)
  return unusable(`${quoted(cell)} is neither yes nor no: taken as no answer`)
}

export function readGender(cell: string): Reading<string> {
  if (isNone(cell)) return nothing
  if (/^(m|male|boy|man)$/i.test(cell)) return read('Male')
  if (/^(f|female|girl|woman)$/i.test(cell)) return read('Female')
  if ([...cell].length <= 20) return read(cell)
  return unusable(`${quoted(cell)} has more than 20 characters: left out`)
}

export interface Price {
  readonly pence: number
  /** Where the cell says it: "35.00 pm". */
  readonly frequencyId: number | null
}

/** How often something is paid, where a text says it: 'Monthly fee', '35.00 pm'. */
export const frequencyIn = (text: string): number | null => often.find(([words]) => words.test(text))?.[1] ?? null

const often: readonly (readonly [RegExp, number])[] = [
  [/\b(pw|p\/w|per week|weekly|wk|week)\b/i, subFrequency.weekly],
  [/\b(pm|p\/m|pcm|per month|monthly|month|mth)\b/i, subFrequency.monthly],
  [/\b(pq|per quarter|quarterly|quarter|per term|termly)\b/i, subFrequency.quarterly],
  [/\b(pa|p\/a|per year|per annum|yearly|annual|annually|year)\b/i, subFrequency.yearly],
]

/**
 * Reads what is paid: £42.5, 35.00 pm, 1,200 per year, free.
 * @param hasDecimalComma in its column 12,50 is 12.50, and 1.200 is 1,200
 */
export function readPrice(cell: string, hasDecimalComma = false): Reading<Price> {
  if (isNone(cell)) return nothing
  if (/^(free|nil|foc|scholarship)$/i.test(cell)) return read({ pence: 0, frequencyId: null })
  const frequencyId = frequencyIn(cell)
  const plain = cell.replaceAll(/\s+/g, ' ')
  const figure = /^£?\s?(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d{1,2}))?(?:\s?gbp)?[a-z/. ]*$/i.exec(
    hasDecimalComma ? plain.replaceAll(/[.,](?=\d)/g, mark => (mark === ',' ? '.' : ',')) : plain,
  )
  const words = cell
    .replace(/^[£\d.,\s]*/, '')
    .replace(/^gbp/i, '')
    .trim()
  if (!figure || (words !== '' && frequencyId === null))
    return unusable(
      commaProblem(cell, 2)
        ? `${quoted(cell)} has a comma that doesn't separate thousands: left out`
        : `${quoted(cell)} is not an amount of money: left out`,
    )
  const pounds = Number(figure[1]?.replaceAll(',', ''))
  return read({ pence: pounds * 100 + Number((figure[2] ?? '').padEnd(2, '0')), frequencyId })
}

export interface Balance {
  /** As it is signed in the cell. */
  readonly pence: number
  /** Where the cell says it: '12.50 CR'. */
  readonly side: 'owed' | 'credit' | null
}

/** Reads what someone owes or has in credit: -26.73, (26.73), £5 CR, 12.50 owed. */
export function readBalance(cell: string, hasDecimalComma = false): Reading<Balance> {
  if (isNone(cell)) return nothing
  const isMinus = /^[£\s]*[-–−(]/.test(cell) || cell.endsWith('-')
  const words = cell.replaceAll(/[-–−()]/g, '')
  const side = /\b(cr|credit)\b/i.test(words)
    ? 'credit'
    : /\b(dr|debit|owed|owes|owing|due)\b/i.test(words)
      ? 'owed'
      : null
  const amount = words.replaceAll(/\b(cr|credit|in|dr|debit|owed|owes|owing|due)\b/gi, '').trim()
  const { value } = readPrice(amount, hasDecimalComma)
  if (!value) return unusable(`${quoted(cell)} is not an amount of money: left out`)
  return read({ pence: isMinus ? -value.pence : value.pence, side })
}

/** Reads how often something was: 12, 12 classes. */
export function readCount(cell: string): Reading<number> {
  if (isNone(cell)) return nothing
  const figure = /^(\d{1,4})(?:\.0+)?(?:\s?[a-z]+)?$/i.exec(cell)?.[1]
  return figure === undefined ? unusable(`${quoted(cell)} is not a number: left out`) : read(Number(figure))
}

/** Several tags in one cell. */
export function readTags(cell: string): Reading<readonly string[]> {
  if (isNone(cell)) return nothing
  // Google gives every contact the label '* myContacts'.
  const tags = [...new Set(cell.split(/[,;|\n]/).map(tag => tag.trim()))].filter(
    tag => tag !== '' && !tag.startsWith('* '),
  )
  const short = tags.filter(tag => [...tag].length <= 60)
  return read(short, short.length < tags.length ? `${quoted(cell)}: a tag has at most 60 characters` : null)
}
