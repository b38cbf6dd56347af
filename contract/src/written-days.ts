/** Days of the week as people write them: 'Mon', 'Tuesdays', 'Mon & Wed', 'Mon–Fri', 'weekdays', 'every day'. */

const day = '(?:mon|tues?|wed(?:s|nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?s?\\b\\.?'
const several = '(?:weekdays|week ?ends|daily|every day|each day)\\b'
const joint = '\\s*(?:,|;|&|\\+|/|-|\\bto\\b|\\bthrough\\b|\\band\\b)?\\s*'
const listed = `(?:\\bevery\\s+|\\beach\\s+|\\bon\\s+)?\\b(?:${several}|${day}(?:${joint}\\b${day})*)`

/** Matches a list of days anywhere in a text; combine it with other patterns. */
export const dayList = listed

const names = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The weekdays of a list, 1 Monday … 7 Sunday in order; null where the text is anything else. */
export function readDays(text: string): number[] | null {
  const plain = text.trim().toLowerCase()
  if (!new RegExp(`^${listed}$`).test(plain)) return null
  if (/daily|(?:every|each) day/.test(plain)) return [1, 2, 3, 4, 5, 6, 7]
  if (/week ?ends/.test(plain)) return [6, 7]
  if (/weekdays/.test(plain)) return [1, 2, 3, 4, 5]
  const found = [...plain.matchAll(new RegExp(`\\b${day}`, 'g'))]
  const days = new Set<number>()
  for (const [index, match] of found.entries()) {
    const weekday = numberOf(match[0])
    const before = found[index - 1]
    const between = before ? plain.slice(before.index + before[0].length, match.index) : ''
    if (before && /-|to|through/.test(between)) for (const each of range(numberOf(before[0]), weekday)) days.add(each)
    days.add(weekday)
  }
  return [...days].sort((a, b) => a - b)
}

const numberOf = (text: string) => names.indexOf(text.slice(0, 3)) + 1

/** Friday to Monday is over the weekend. */
function range(from: number, to: number): number[] {
  const length = ((to - from + 7) % 7) + 1
  return Array.from({ length }, (_, index) => ((from - 1 + index) % 7) + 1)
}
