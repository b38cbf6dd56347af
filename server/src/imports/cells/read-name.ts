import type { ImportMapping } from '@honbu/contract/imports.ts'

export interface Name {
  readonly firstName: string
  readonly lastName: string
}

/** Words that belong to the family name behind them: van der Berg, bin Yusuf. */
const particles =
  /\s(?=(?:(?:van|von|der|den|de|da|dos|di|du|del|della|la|le|bin|bint|ibn|al|el|ter|ten|zu|ap|st\.?)\s)+\S+$)/i

/** What is longer is no name, and would take long to look at. */
const longestName = 200

/** A name in one cell. With a comma it is 'Last, First', whatever the others of the column are. */
export function splitName(cell: string, order: ImportMapping['nameOrder']): Name {
  const name = cell.replaceAll(/\s+/g, ' ').trim()
  const comma = name.indexOf(',')
  if (comma > 0) return { firstName: name.slice(comma + 1).trim(), lastName: name.slice(0, comma).trim() }
  const space = order === 'lastFirst' ? name.indexOf(' ') : lastNameFrom(name)
  if (space < 0) return { firstName: name, lastName: '' }
  const [one, other] = [name.slice(0, space), name.slice(space + 1)]
  return order === 'lastFirst' ? { firstName: other, lastName: one } : { firstName: one, lastName: other }
}

function lastNameFrom(name: string): number {
  const withParticle = name.length > longestName ? null : particles.exec(name)
  // "Van Morrison": the first word is a first name, whatever it looks like.
  return withParticle ? withParticle.index : name.lastIndexOf(' ')
}

/** A parent with the child's surname, however many words that has; else as any name. */
export function splitParentName(cell: string, surname: string): Name {
  const name = cell.replaceAll(/\s+/g, ' ').trim()
  const isShared = surname !== '' && name.toLowerCase().endsWith(` ${surname.toLowerCase()}`)
  if (!isShared) return splitName(name, 'firstLast')
  const split = name.length - surname.length - 1
  return { firstName: name.slice(0, split), lastName: name.slice(split + 1) }
}

/** Why a line is about nobody: totals, formulas and code are not people. Null for a name. */
export function whyNobody({ firstName, lastName }: Name, quoted: (text: string) => string): string | null {
  const whole = `${firstName} ${lastName}`.trim()
  if (whole === '') return 'There is no name'
  if (firstName === '') return `There is no first name beside ${quoted(lastName)}`
  const isName = (text: string) =>
    [...text].length <= 200 && /\p{L}/u.test(text) && !/[<>={}[\]|\\;]|:\/\/|\p{Cc}/u.test(text)
  const isTotal = /^(sub|grand)?[\s-]*totals?\b/i.test(firstName) && !/\p{L}/u.test(lastName)
  // Some people have one name only.
  if (!isTotal && isName(firstName) && (lastName === '' || isName(lastName))) return null
  return `${quoted(whole)} is not a person's name`
}
